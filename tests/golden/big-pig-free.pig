; 001's Big Pig: doubles are worth twice and may be held, the game is over at once.
; ends: big-pig-free:102-93:-:0
; winners: 1
[Rules "big-pig-free"]
[Seats "2"]
[Scores "50 60"]
[Result "1"]

1: 6-6 4-4 hold   ; = big-pig-free:90-60:2:0!
2: 5-5 1-3        ; = big-pig-free:90-60:1:0!
1: 6-6 1-1        ; = big-pig-free:0-60:2:0!
2: 4-5 6-6 hold   ; = big-pig-free:0-93:1:0!
1: 6-6 6-6 6-6 5-5 4-6 hold
