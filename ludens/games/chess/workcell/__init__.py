"""What stands where at the chess table: measures, camera, and what the arm carries and where it rests."""
