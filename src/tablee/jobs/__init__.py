"""What takes long is done elsewhere: a job and its answer are values, so a worker process or a browser's worker can do it."""
