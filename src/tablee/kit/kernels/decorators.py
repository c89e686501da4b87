"""How kernels are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy.typing as npt
from numba import njit

Array: TypeAlias = npt.NDArray[Any]
Inner = TypeVar("Inner", bound=Callable[..., Any])

compiled = njit(nogil=True, cache=True)
inlined = njit(nogil=True, cache=True, inline="always")
# only kernels call it: without a Python entry point it compiles faster
inner: Callable[[Inner], Inner] = njit(**dict[str, Any](nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True))
