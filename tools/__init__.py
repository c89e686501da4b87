"""What maintainers run, and users do not."""
