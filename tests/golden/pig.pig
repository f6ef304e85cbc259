; Pig to 50. Ana rolls too long, Bo holds early; a hold at exactly the target ends it at once,
; and Cy, who was to play next, gets no further turn.
; ends: pig,target=50:18-50-0:-:0
; winners: 2
[Rules "pig,target=50"]
[Seat 1 "Ana"]
[Seat 2 "Bo"]
[Seat 3 "Cy"]
[Result "2"]

1: 6 5 4 3 hold     ; 18
2: 6 6 6 6 6 hold   ; = pig,target=50:18-30-0:3:0!
3: 1                ; a 1 on the first throw: nothing
1: 6 6 6 6 6 6 1    ; 36 more would have won, and were not banked: all lost
2: 2 3 hold         ; = pig,target=50:18-35-0:3:0!
3: 5 5 5 1
1: 2 1              ; = pig,target=50:18-35-0:2:0!
2: 4 5 6 hold       ; 35 and 15 are 50
