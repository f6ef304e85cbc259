; Piglet to 3, the smallest game there is: heads count one, tails lose the turn.
; ends: piglet,target=3:2-3:-:0
; winners: 2
[Rules "piglet,target=3"]
[Seats "2"]
[Result "2"]

1: H H hold   ; = piglet,target=3:2-0:2:0!
2: H T
1: T          ; = piglet,target=3:2-0:2:0!
2: H hold
1: H T        ; one more would have been enough, but it was not banked
2: H H hold
