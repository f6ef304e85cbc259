; Four passers. An oinker takes a whole score, a piggyback takes a player: both leaders and a third
; lose all that way, and the last one left wins with 7 points.
; ends: pass-the-pigs:60-85-7-0:-:0:out=1+2+4
; winners: 3
[Rules "pass-the-pigs"]
[Seats "4"]
[Result "3"]

1: J-J hold            ; 60
2: S-S T-T R-R D-R hold   ; 40 + 20 + 20 + 5
3: D-D P-P D-T hold    ; 1 + 1 + 5
4: S-J D-P             ; = pass-the-pigs:60-85-7-0:1:0!
1: R-T P-D             ; a dot and a plain: the turn is lost
2: J-T T-S P-S piggyback  ; = pass-the-pigs:60-85-7-0:3:0!:out=2
3: D-J P-D
4: T-R oinker          ; = pass-the-pigs:60-85-7-0:1:0!:out=2
1: D-S piggyback       ; = pass-the-pigs:60-85-7-0:3:0!:out=1+2
3: R-S D-P
4: piggyback
