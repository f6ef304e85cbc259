; A class of four stands up; three rounds, and two pupils share the win.
; ends: greedy-pig,rounds=3:14-4-14-10:-:0:round=3
; winners: 1 3
[Rules "greedy-pig,rounds=3"]
[Seats "4"]
[Result "1 3"]

*: 4 hold:2 6 hold:1 hold:4 1      ; = greedy-pig,rounds=3:10-4-0-10:1+2+3+4:0!:round=2
*: 1                               ; = greedy-pig,rounds=3:10-4-0-10:1+2+3+4:0!:round=3
*: 4 hold:1 5 5 hold:3 1
