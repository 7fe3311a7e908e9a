"""Lines that open or close blocks, declare names, jump, call and fail, for each language."""

from tests.scenes.makers.kept.script_lines import SCRIPT

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
CASE 2, K
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
$BASE.Z=50
$TOOL.X=12
$BASE.Y=K
$BASE={X 10}
CIRC {X 410},{Y 20}
LIN {X K,A 5}
K=$POS_ACT.X
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
FOR i FROM 1 TO i DO
FOR count FROM count TO 3 DO
FOR k FROM 1 TO 3 DO
MoveL Offs(p1,k,0,count),v100,fine,grip;
count:=count+i*k;
ENDFOR
! remark
TPWrite "a;b!c";
TPWrite "open
ERROR
TRAP t1
ENDTRAP
RECORD pair
ENDRECORD
PROC deep(robtarget p\num down|switch slow)
deep p1;
deep where\slow\down:=count;
deep p\down?down\slow?slow;
IF Present(down) MoveL Offs(p,0,0,down),v100,fine,grip\WObj:=wobj0;
WaitDI di3,1\MaxTime:=2\TimeFlag:=late;
WaitUntil di3=0\MaxTime:=count;
VAR bool late;
VAR robtarget row{3};
row{count}:=where;
row{2}.trans.x:=row{k}.trans.x+Dim(row,1);
MoveL row{k},v100\T:=2,z10,grip;
where:=CRobT(\Tool:=grip\WObj:=wobj0);
MoveJ RelTool(where,0,0,5\Rx:=count),v100,fine,grip;
WaitTime twice(1);
VelSet 50,800;
PROC rows(num of{*})
rows own;
count:=Dim(of,1)+of{1};
FUNC robtarget over(robtarget p)
RETURN Offs(p,0,0,count);
MoveL over(p1),v100,fine,grip;
count:=Distance(p1.trans,where.trans);
blink;
count:=count+spare;
PDispOff;
LOCAL VAR num own{3};
own{2}:=k;
%%%
""",
    "jbi": r"""
*L3
*HERE
JUMP *HERE
JUMP *L2 IF IN#(3)=ON
JUMP *GONE
IFTHENEXP I000>3
ELSEIFEXP I000=2
ELSE
ENDIF
WHILEEXP I001<3
ENDWHILE
FOR I002=1 TO 3
NEXT I002
SWITCH I000 CASE 1
CASE 2
DEFAULT
ENDSWITCH
MOVC C00003 V=100.0
MOVC C00004 V=100.0
MOVC C00005 V=100.0 FPT
MOVC C00006 V=100.0
MOVC C00007 V=100.0
MOVC C00008 V=100.0
MOVL P001 V=50.0 PL=2
MOVJ C00007 VJ=50.00
MOVJ C99999 VJ=50.00
SET P001 P002
IMOV P002 V=10.0
SETTOOL TL#(0) P002
CALL JOB:WELD
CALL JOB:OTHER
CALL JOB:OTHER ARGF3
GETARG I005 IARG#(1)
DOUT OT#(3) ON
DOUT OT#(30) ON
PULSE OT#(4) T=0.30
ARCON
ARCON ASF#(1)
MOVS C00001 V=10.0
'remark
//MOVL C00001 V=10.0
BLINK
NOP
END
/JOB
//INST
///TOOL 1
C00004=400.000,10.000,300.000,180.0000,0.0000,0.0000
P001=410.000,10.000,300.000,180.0000,0.0000,0.0000
P002=0.000,10.000,20.000,0.0000,0.0000,0.0000
TIMER T=1.00
LSET LI001 3
SET I003 LI001
""",
    "ls": r"""
   1:  LBL[3] ;
   1:  LBL[77:end] ;
   1:  JMP LBL[77] ;
   1:  JMP LBL[R[1]] ;
   1:  IF DI[3]=ON,JMP LBL[2] ;
   1:  IF R[1]>3,CALL OTHER(R[1]) ;
   1:  CALL OTHER(3) ;
   1:  CALL WELD ;
   1:  RUN OTHER ;
   1:  IF (R[1]=3) THEN ;
   1:  ELSE ;
   1:  ENDIF ;
   1:  ENDFOR ;
   1:  SELECT R[1]=1,JMP LBL[1] ;
   1:         =2,CALL OTHER(4) ;
   1:         ELSE,JMP LBL[77] ;
   1:  UFRAME_NUM=2 ;
   1:  UTOOL_NUM=1 ;
   1:  UTOOL_NUM=0 ;
   1:  PR[1]=P[2] ;
   1:  PR[1,3]=R[1] ;
   1:  PR[2]=LPOS ;
   1:L PR[1] 50mm/sec FINE ;
   1:L P[2] 50mm/sec CNT10 Offset,PR[1] ;
   1:L P[3] 50mm/sec FINE Tool_Offset,PR[2] ;
   1:C P[2]
    :  P[3] 50mm/sec FINE ;
   1:J P[1] 20% CNT20 ;
   1:J P[99] 20% FINE ;
   1:A P[2] 50mm/sec FINE ;
   1:  OFFSET CONDITION PR[1] ;
   1:L P[2] 50mm/sec FINE Offset ;
   1:  SKIP CONDITION DI[2]=ON ;
   1:L P[2] 50mm/sec FINE Skip,LBL[3] ;
   1:  $WAITTMOUT=200 ;
   1:  WAIT DI[4]=ON TIMEOUT,LBL[3] ;
   1:  UFRAME[2]=PR[1] ;
   1:  DO[20]=PULSE,0.5sec ;
   1:  TIMER[1]=START ;
   1:  R[4]=TIMER[1] ;
   1:  R[R[1]]=AR[1] ;
   1:  OVERRIDE=50% ;
   1:  Arc Start[1] ;
   1:  SOFTFLOAT[1] ;
   1:  BLINK ;
   1:  !remark ;
   1:  ;
   1:  R[1]=R[1]+1
P[2]{
P[3]{
	UF : 2, UT : 1, CONFIG : 'N U T, 0, 0, 0',
	X = 410.000 mm, Y = 20.0 mm, Z = 300.0 mm,
/MN
/POS
/END
""",
    "val3": r"""
endIf
  if nSum > 3
  else
  elseIf nSum == 2
  for nI = 1 to 3
  while nSum < 9
  endWhile
  do
  until nSum > 3
  switch nSum
  case 1, 2
  break
  default
  endSwitch
  call other(nSum, pSeam[1])
  call other(nCount, pSeam[2])
  call main()
  movej(jHome[nI], tGrip, mFast)
  movel(pSeam[nI], tGrip, mSlow)
  movel(pSeam[3], tGrip, mNone)
  movec(pSeam[3], pSeam[4], tGrip, mFast)
  movej(pSeam[5], flange, mFast)
  pSeam[3].trsf.x = 5
  pSeam[3].config.shoulder = lefty
  tGrip.trsf.z = 99
  mFast.leave = 3
  jHome[2].j1 = 7
  dValve[3] = nSum > 2
  dGun[2] = true
  nOther = 4
  nI = nI + nSum
  blink()
  taskCreate "beside", 10, other(1, pSeam[1])
  return
  // remark
  wait(dIn[2])
  begin
  end
""",
    "as": r"""
PRINT "at", k
$task = "Pick"
$task = $ENCODE(k)
IF $task == "Pick" THEN
CALL tell($task, k)
.PROGRAM tell(.$what, .n)
SCASE .$what OF
SVALUE "Pick":
.n = .n+1
.list[3] = 2
LMOVE .p
POINT .p = p3
ON 1003 GOTO 30
ONI 1004 GOTO done
done:
IGNORE 1003
TIMER @clock = 0
IF UTIMER(@clock)>3 GOTO 30
PCEXECUTE 1: other
CALL beside(k)
XMOVE p2 TILL 1005
k = RANDOM*3
EXIT
NEXT
UNTIL k>3
DO
IF EXISTREAL("k") THEN
count = 3 ^ k
PULSE 3, 0.5
TCP_RECV k, 1, $task, n, 2
SHOW
p3 500 0 300 0 180 0
$task "Pick"
.STRINGS
.PROGRAM weld()
END
IF SIG(1003) THEN
ELSE
FOR k = 1 TO 3
WHILE count<9 DO
CASE count OF
VALUE 2:
ANY :
GOTO 30
30
30 SIGNAL 3
CALL other
CALL weld
.PROGRAM other()
.END
.TRANS
.REALS
k = 3
count = spare
spare = 4
POINT p3 = p1
POINT p3 = TRANS(400,0,300,0,180,0)
LMOVE nowhere
JMOVE #j3
LMOVE p1+p2
HERE here1
SPEED 50 ALWAYS
ACCURACY 3
TWAIT 0.5
PRINT "text"
$t = "abc"
BLINK
; remark
p3 500 0 300 0 180 0
""",
    "urscript": SCRIPT,
}
