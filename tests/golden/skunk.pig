; The five rounds of 001 with Brutlag's 1-1, and a late hold by the only seat that was still in.
; ends: skunk:0-30-0:-:0:round=5
; winners: 2
[Rules "skunk"]
[Seats "3"]
[Result "2"]

*: 3-4 hold:1 5-6 1-3               ; = skunk:7-0-0:1+2+3:0!:round=2
*: 2-2 hold:2 hold:3 6-6 hold:1     ; = skunk:23-4-4:1+2+3:0!:round=3
*: 1-1                              ; = skunk:0-0-0:1+2+3:0!:round=4
*: 4-5 hold:1 hold:2 hold:3         ; = skunk:9-9-9:1+2+3:0!:round=5
*: 6-5 5-5 hold:2 1-1
