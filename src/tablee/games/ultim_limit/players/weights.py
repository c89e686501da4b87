HIDDEN = (32, 16)
FILE = DIGEST = pack = read = None
