"""The first lines of a console, which a window shows before it loads the console itself."""

GREETING = (
    "Statements join the program; INSERT CHANGE DELETE n, TYPEA..TYPED, SAVE, STOP.",
    "EXECUTE STEP NEXT OUT PROCEED BACK RETRY ABORT STATUS, DO statement,",
    "BREAKPOINT [LINE] n [condition], WATCH expression, LISTP LISTL LISTV,",
    "HELP [word], UNDO, LOAD STORE file.",
)
