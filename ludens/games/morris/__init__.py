"""Nine Men's Morris: rules, the complete solution, an opponent, and a judge that sees every cheat."""
