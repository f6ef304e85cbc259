; 002 on the ordinary game, 1-1 after R. C. Bell: two 1s lose the turn like one, nothing more.
; ends: two-dice-pig-plain,target=40:33-44:-:0:first=2
; winners: 2
[Rules "two-dice-pig-plain,target=40"]
[Seats "2"]
[First "2"]
[Result "2"]

2: 6-6 4-4 hold   ; doubles may be held: 20
1: 5-6 6-5 hold   ; = two-dice-pig-plain,target=40:22-20:2:0!:first=2
2: 6-6 6-6 1-1    ; = two-dice-pig-plain,target=40:22-20:1:0!:first=2
1: 5-6 hold
2: 3-1            ; = two-dice-pig-plain,target=40:33-20:1:0!:first=2
1: 1-2
2: 6-6 6-6 hold
