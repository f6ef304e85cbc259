; Skunk as ordinary turns, two rounds, tied and played off: 1-1 takes both leaders below seat 3,
; who is not in the play-off any more.
; ends: skunk-solo,rounds=2,tie=playoff:0-5-12:-:0:round=5:playoff=1+2
; winners: 2
[Rules "skunk-solo,rounds=2,tie=playoff"]
[Seats "3"]
[Result "2"]

1: 5-5 hold       ; 10
2: 4-6 5-5 hold   ; 20
3: 6-6 hold       ; = skunk-solo,rounds=2,tie=playoff:10-20-12:1:0!:round=2
1: 4-6 hold
2: 5-1
3: 2-1            ; = skunk-solo,rounds=2,tie=playoff:20-20-12:1:0!:round=3:playoff=1+2
1: 1-1
2: 6-6 1-1        ; = skunk-solo,rounds=2,tie=playoff:0-0-12:1:0!:round=4:playoff=1+2
1: 3-1
2: 1-4            ; = skunk-solo,rounds=2,tie=playoff:0-0-12:1:0!:round=5:playoff=1+2
1: 1-2
2: 2-3 hold
