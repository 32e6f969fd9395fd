"""The command `ludens`: one file per subcommand, each loaded only when it is asked for."""
