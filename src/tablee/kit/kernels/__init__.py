"""What the kernels of several games are made of. Needs `tablee[lab]`.

These functions become part of the kernels that call them, and numba compiles a kernel anew only when the kernel's own file
has changed. So `tablee.lab.kernel` deletes what was compiled before a file of this folder changed.
"""
