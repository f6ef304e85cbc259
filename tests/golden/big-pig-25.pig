; The two-dice version of 000: 1-1 is the best throw there is, and the turn goes on.
; ends: big-pig-25:33-107:-:0
; winners: 2
[Rules "big-pig-25"]
[Seats "2"]
[Result "2"]

1: 1-1 2-2 hold           ; = big-pig-25:33-0:2:0!
2: 3-3 4-4 5-5 6-6 hold   ; = big-pig-25:33-72:1:0!
1: 1-1 1-1 3-1            ; a lone 1 takes even two of them
2: 1-1 6-1                ; = big-pig-25:33-72:1:0!
1: 1-4
2: 6-4 1-1 2-1            ; = big-pig-25:33-72:1:0!
1: 1-5
2: 1-1 6-4 1-1 1-2    ; = big-pig-25:33-72:1:0!
1: 6-1
2: 1-1 6-4 hold   ; 25 + 10 = 35: 107
