; Two-Dice Pig to 60: one 1 costs the turn, two 1s cost everything that was ever banked.
; ends: two-dice-pig,target=60:60-27:-:0
; winners: 1
[Rules "two-dice-pig,target=60"]
[Seats "2"]
[Result "1"]

1: 3-4 6-6 5-5 hold     ; doubles count their face value: 7 + 12 + 10
2: 6-5 5-4 4-3 hold     ; = two-dice-pig,target=60:29-27:1:0!
1: 6-6 1-5              ; one 1: the 12 are lost, the 29 stay
2: 2-1                  ; = two-dice-pig,target=60:29-27:1:0!
1: 6-6 1-1              ; two 1s
2: 1-3                  ; = two-dice-pig,target=60:0-27:1:0!
1: 6-6 6-6 6-6 6-6 6-6 hold   ; 60, all in one turn
