; The game of 002: a roll-off that ties for the highest sum, doubles twice and rolled again, the
; round finished after somebody reached 100 - and a double in the last round rolled into 1-1.
; ends: big-pig:65-107-94-0:-:0:first=2
; winners: 2
[Rules "big-pig"]
[Seats "4"]
[Scores "60 92 94 96"]
[Result "2"]

first: 5-6 6-5 1-1 2-2   ; = big-pig:60-92-94-96:-:0:first=roll-off
first: 1-2 4-4 5-2 1-6   ; = big-pig:60-92-94-96:2:0!:first=2
2: 3-3 1-2               ; a double has to be rolled again, here into a lone 1
3: 4-4 1-5
4: 3-3 1-2
1: 2-3 hold              ; = big-pig:65-92-94-96:2:0!:first=2
2: 2-2 3-4 hold          ; 8 + 7 = 15: seat 2 reaches 107, the round goes on
3: 4-4 1-5               ; = big-pig:65-107-94-96:4:0!:first=2
4: 3-3 1-1               ; 108 would have won, but it had to roll
1: 1-6                   ; the last turn of the round that seat 2 began
