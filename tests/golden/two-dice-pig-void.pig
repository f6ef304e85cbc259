; 001 read to the letter: a lone 1 cancels only its throw. Seat 1 throws nothing but lone 1s,
; holds at nothing, and loses 30 points to 1-1 later.
; ends: two-dice-pig-void,target=40:9-41:-:0
; winners: 2
[Rules "two-dice-pig-void,target=40"]
[Seats "2"]
[Scores "30 20"]
[Result "2"]

1: 1-4 6-1 hold       ; = two-dice-pig-void,target=40:30-20:2:0!
2: 3-4 1-6 2-2 hold   ; = two-dice-pig-void,target=40:30-31:1:0!
1: 5-5 1-2 1-1        ; = two-dice-pig-void,target=40:0-31:2:0!
2: 1-5 1-1            ; = two-dice-pig-void,target=40:0-0:1:0!
1: 4-5 hold
2: 6-6 1-3 6-6 1-2 6-6 2-3 hold
