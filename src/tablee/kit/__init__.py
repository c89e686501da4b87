"""What several games are made of: hex boards, parts, and more."""
