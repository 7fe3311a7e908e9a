"""Lines that open or close blocks, declare names, jump, call and fail, for each language."""

PIECES = {
    "krl": r"""
ENDIF
IF $IN[3] THEN
ELSE
END
DEF OTHER( )
OTHER( )
DECL INT K=3
DECL REAL COUNT
K=K+1
GOTO HERE
HERE:
LOOP
EXIT
ENDLOOP
CONTINUE
$VEL.CP=
LIN XP1
PTP XHOME C_PTP
;FOLD INI
;ENDFOLD
SIGNAL LAMP $OUT[3]
LIN {X 400,Y 0,Z 300,A 0,B 180,C 0} C_DIS
LIN {Z 250}
$OUT[20]=TRUE
HALT
TRIGGER WHEN DISTANCE=1 DELAY=0 DO $OUT[2]=TRUE
$TOOL={X 0,Y 0,Z 99,A 0,B 0,C 0}
DECL E6POS XP1={X 400,Y 0,Z 300,A 0,B 180,C 0}
BLINK
STRUC PAIR INT A, REAL B
DECL PAIR P
P.B=2.5
SWITCH COUNT
CASE 1
ENDSWITCH
IF K==#ON THEN ; why
DEFFCT INT TWICE(N:IN)
RETURN (2*N)
ENDFCT
K=TWICE(COUNT)
; remark
WAIT SEC
FDAT_ACT=FHOME
BAS(#FRAMES,0)
$BASE=XP1
XP1.X=XP1.X+K
LIN XP1:XP1
LAMP=TRUE
K=#OFF
K=#DONE
K=#OPEN
A10(A10_INI)
H50(H50_INI)
;FOLD A10 INI
WAIT SEC 1
SLIN {X 410,Y 0,Z 300,A 0,B 180,C 0} C_SPL
LIN {X 420,Y 0,Z 300,A 0,B 180,C 0} C_DIS
""",
    "rapid": r"""
ENDIF
IF di3=1 THEN
IF count>3 SetDO do7,1;
ELSE
ELSEIF count=2 THEN
ENDPROC
PROC other(num n, INOUT num back)
PROC plain()
other count,count;
plain;
FUNC num twice(num n)
RETURN 2*n;
ENDFUNC
count:=twice(3);
VAR num k:=3;
VAR num spare;
PERS robtarget where:=[[400,0,300],[0,0,1,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
CONST robtarget p3:=[[410,20,300],[0,0,1,0],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
CONST robtarget high:=Offs(p1,0,0,50);
PERS tooldata grip:=[TRUE,[[0,0,99],[1,0,0,0]],[1,[0,0,50],[1,0,0,0],0,0,0]];
MoveL high,v100,z10,grip;
where:=Offs(p1,0,0,9);
MoveL where,v100,z10,grip;
where:=CRobT();
p1.trans.z:=5;
GOTO here;
GOTO there;
there:
GOTO done;
done:
here:
SetDO doGrip,1;
Set doGrip;
Reset doClamp;
WaitDI diReady,1;
WaitUntil di3=1;
ClkStart watch;
count:=ClkRead(watch);
ConfJ\Off;
ConfJ\On;
ConfL\Off;
MoveJ p2,v200,z10,grip;
MoveJ p2,v200,z10
TEST count
CASE 1:
DEFAULT:
ENDTEST
WHILE count<9 DO
ENDWHILE
FOR j FROM 1 TO 3 DO
ENDFOR
! remark
TPWrite "a;b!c";
TPWrite "open
ERROR
TRAP t1
ENDTRAP
RECORD pair
ENDRECORD
blink;
count:=count+spare;
PDispOff;
LOCAL VAR num own{3};
own{2}:=k;
%%%
""",
}
