"""Reads the bodies of requests, once, and strictly: the framework would read them first, and convert 0 to false and "3" to 3."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from typing import Any, TypeAlias, TypeVar

from litestar import Request
from litestar.params import JSONBody, RawBody
from msgspec.json import decode

T = TypeVar("T")
Req: TypeAlias = Request[Any, Any, Any]
Handler: TypeAlias = Callable[..., Awaitable[Any]]
LARGE = 64 * 1024  # bytes: the longest body of most requests; where longer ones are allowed, they are read one at a time


async def read_body(request: Req, body: bytes, kind: type[T]) -> T:
    """Large bodies are read one in each turn of the event loop: many at once would keep everybody waiting."""
    if len(body) <= LARGE:
        return decode(body, type=kind)
    async with request.app.state.large_bodies:
        await asyncio.sleep(0)
        return decode(body, type=kind)


def serving(handler: Handler, takes: Mapping[str, tuple[Any, Any]], kind: Any, returns: Any, described: bool) -> Handler:
    """The handler with a signature from which the framework learns what it takes, with defaults, and returns.

    `kind` is the type of its body, if it has one, which comes as `data`. To be described, the framework is told the type; to be
    served, it passes the bytes on.
    """

    async def with_body(request: Req, **given: Any) -> Any:
        body = given.pop("body")
        return await handler(request, data=await read_body(request, body, kind), **given)

    served = handler if kind is None or described else with_body
    hints = {name: hint for name, (hint, _) in takes.items()}
    if kind is not None:
        hints |= {"data": JSONBody[kind]} if described else {"body": RawBody}  # type: ignore[misc]
    named = [Parameter("request", Parameter.KEYWORD_ONLY, annotation=Req)]
    for name, hint in hints.items():
        default = takes[name][1] if name in takes else Parameter.empty
        named.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint))
    signed: Any = served
    signed.__annotations__, signed.__signature__ = {"request": Req, **hints, "return": returns}, Signature(named)
    signed.__name__, signed.__doc__ = handler.__name__, handler.__doc__
    return served
