; Hog to 30: thrown all at once or one die at a time, which may stop at the first 1 and only there.
; ends: hog,target=30:13-33:-:0
; winners: 2
[Rules "hog,target=30"]
[Seats "2"]
[Result "2"]

1: x3 2-5-6             ; = hog,target=30:13-0:2:0!
2: x4 2-1-6-6           ; all four were thrown, one is a 1: nothing
1: x5 2-6-1             ; the third of five was a 1, so the others were left in the cup
2: x6 6-6-2-3-3-5       ; = hog,target=30:13-25:1:0!
1: x1 1
2: x2 6-2
