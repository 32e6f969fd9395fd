"""The command `ludens`, and what its exit code tells a script. 1 is also Python's own, for a bug."""

EXIT_NO = 1  # the answer is no: `doctor` found something required missing, a game could not go on
EXIT_USER_ERROR = 2  # something the user can put right; click uses the same for wrong options
EXIT_STOPPED = 130  # stopped with Ctrl-C, as shells count it
