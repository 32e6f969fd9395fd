"""What people say to the chess robot and what it answers: the same for text and for voice."""
