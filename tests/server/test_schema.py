"""The API conforms to its OpenAPI document, whatever is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tablee import client
from tests.server.running import OPEN, Nursery

pytest_plugins = ["schemathesis.pytest.plugin"]  # only here: pyproject.toml keeps other processes from loading it


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    folder: Path = tmp_path_factory.mktemp("schema")
    nursery = Nursery(folder / "t.db")
    nursery.start()
    yield nursery
    nursery.kill(15)
    nursery.close()


@pytest.fixture(scope="module")
def api(server: Nursery) -> Any:
    document = httpx.get(f"{server.base}/api", trust_env=False).json()
    assert document["openapi"].startswith("3.1")
    return schemathesis.openapi.from_dict(document, config=CONFIG)


# how the API refuses what does not fit its description: an invalid body that is also too big gets 413
REFUSED = ["400", "401", "403", "404", "405", "409", "413", "415"]
CONFIG = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})
checks: Any = schemathesis.checks
LEFT_OUT = [
    checks.allow_header_conformance,  # Litestar answers OPTIONS for only one handler of a path
    checks.ignored_auth,  # spectators need no token; test_people tests the rest
    checks.missing_required_header,  # the test adds the header
    checks.positive_data_acceptance,  # a well-formed request may still be impossible: no such game, no open seat
]
schema = schemathesis.pytest.from_fixture("api")


@pytest.fixture(scope="module")
def seat(server: Nursery) -> tuple[str, str]:
    """An existing table, so that not every request is a 404."""

    async def sit() -> tuple[str, str]:
        host = await client.create(server.base, "take-it-easy", "Ada", [OPEN, OPEN])
        await host.close()
        return host.match, host.token

    return asyncio.run(sit())


@schema.parametrize()
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_described(case: Any, server: Nursery, seat: tuple[str, str]) -> None:
    answers_as_described(case, server, seat)


@pytest.mark.soak
@schema.parametrize()
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_described_again_and_again(case: Any, server: Nursery, seat: tuple[str, str]) -> None:
    answers_as_described(case, server, seat)


def answers_as_described(case: Any, server: Nursery, seat: tuple[str, str]) -> None:
    match, token = seat
    if case.path_parameters and "match" in case.path_parameters:
        case.path_parameters["match"] = match
    if "leave" not in case.path and "close" not in case.path:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=server.base, excluded_checks=LEFT_OUT)
