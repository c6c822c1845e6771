"""Calls every operation of the API with requests generated from its schema, and collects what does not agree.

schemathesis generates the requests (valid and invalid ones, boundary values first, then random ones) and runs all of
its checks on the responses. Each call is rolled back, so that every request finds the same rows.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache as remember
from typing import Any

import schemathesis
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test

from mordheim_site.wsgi import application
from tests.api_schema.carried_out_requests import request_for
from tests.api_schema.creating_requests import Request
from tests.shell.world import Town, our_routes

PREFIX = "api/v1/"
SEED = 10
MADE_UP = 0.1
"""Share of the requests that use the ids and codes that schemathesis made up; the others use those of existing rows."""
KINDS = {
    "Server error": "server errors",
    "Undocumented status code": "undocumented status codes",
    "Response violates schema": "responses that differ from the schema",
    "Undocumented Content-Type": "responses that differ from the schema",
    "JSON deserialization error": "responses that differ from the schema",
    "Schema-valid request rejected": "valid requests rejected",
    "Schema-violating request accepted": "invalid requests accepted",
}
# What a valid request may be answered with: done, or refused for a reason that no schema can tell (the state of the
# game, the rights of the caller). 400 means that the request itself could not be read, so it is a finding.
ACCEPTED = ["2xx", "401", "403", "404", "409", "422", "429"]


@dataclass
class Findings:
    """Disagreements: kind of failure, operation and detail, each counted once, and the number of calls."""

    calls: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    found: dict[tuple[str, str, str], str] = field(default_factory=dict)

    @property
    def carried_out(self) -> float:
        """Share of the requests that were carried out."""
        return sum(count for status, count in self.answers.items() if status < 300) / max(1, self.calls)

    def add(self, failure: Failure, role: str, response: str) -> None:
        """Keep the first example of a failure."""
        kind = KINDS.get(failure.title, failure.title)
        detail = str(getattr(failure, "status_code", "")) if kind == "undocumented status codes" else ""
        if kind == "responses that differ from the schema":
            detail = getattr(failure, "validation_message", "")[:60]
        key = (kind, failure.operation, detail)
        self.found.setdefault(key, f"[{role}] {failure.message}\n{response}")

    def counts(self) -> Counter[str]:
        """Number of different findings of each kind. An operation counts once for each status code or message."""
        return Counter(kind for kind, _operation, _detail in self.found)

    def report(self) -> str:
        """Every finding with its first example."""
        lines = [
            f"{self.calls} calls, {self.carried_out:.0%} carried out, answers {dict(sorted(self.answers.items()))}",
            f"refusals by code: {dict(self.refusals.most_common(20))}",
            f"{dict(self.counts())}",
        ]
        for (kind, operation, detail), example in sorted(self.found.items()):
            lines.append(f"--- {kind}: {operation} {detail}\n{example}")
        return "\n".join(lines)


@dataclass
class Caller:
    """Sends generated requests as one person; `headers` identify the user."""

    town: Town
    role: str
    headers: dict[str, str]
    examples: int
    seed: int
    findings: Findings
    selection: Selection | None = None
    """Which of the generated requests are sent; None for all."""
    ids: dict[str, dict[str, str]] = field(init=False)
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.ids = real_ids(self.town)
        self.chance = random.Random(self.seed)
        # Without Redis the site compresses its responses itself, and this client does not decompress them.
        self.headers = {**self.headers, "Accept-Encoding": "identity"}

    def call(self, case: Any, request: Request) -> None:
        """Make one request, check it, and roll it back."""
        self._use_real_values(case, request)
        case.freeze_metadata()  # a case with real values is as valid as it was
        cache.clear()
        self.findings.calls += 1
        point = transaction.savepoint()
        try:
            response = case.call(headers=self.headers)
            self.answered(case, response)
            try:
                case.validate_response(response, headers=self.headers, transport_kwargs={"headers": self.headers})
            except FailureGroup as group:
                text = _brief(case, response)
                for failure in group.exceptions:
                    self.findings.add(failure, self.role, text)
        finally:
            transaction.savepoint_rollback(point)

    def answered(self, case: Any, response: Any) -> None:
        """Count a response by its status, and a refusal by its code."""
        self.findings.answers[response.status_code] += 1
        if response.status_code >= 400:
            with contextlib.suppress(ValueError):
                self.findings.refusals[response.json().get("code", "")] += 1

    def _use_real_values(self, case: Any, request: Request) -> None:
        """Replace the address and most fields of the body by those of the request, except in some cases."""
        if self.chance.random() < MADE_UP:
            return
        if not case.meta.is_negative_at(ParameterLocation.PATH):
            real = {**self.ids.get(case.operation.path, {}), **address_values(case.operation.path, request.address)}
            case.path_parameters = {name: real.get(name, value) for name, value in (case.path_parameters or {}).items()}
        if case.query and request.query and not case.meta.is_negative_at(ParameterLocation.QUERY):
            case.query = dict(request.query)
        if isinstance(case.body, dict) and not case.meta.is_negative_at(ParameterLocation.BODY):
            case.body = real_body(case, request, self.chance)

    def visit(self, operation: Any) -> None:
        """Make the generated requests of one operation: boundary values, then `examples` random ones of each sort; a
        selection of them if `most` says so. The rows that the operation needs exist until then."""
        cases: list[Any] = []

        def keep(case: Any) -> None:
            cases.append(case)

        test = create_test(
            operation=operation,
            test_func=keep,
            config=HypothesisTestConfig(
                project=operation.schema.config,
                modes=[HypothesisTestMode.COVERAGE, HypothesisTestMode.FUZZING],
                settings=settings(
                    max_examples=self.examples,
                    deadline=None,
                    database=None,
                    phases=[Phase.explicit, Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
                seed=self.seed,
            ),
        )
        test()
        point = transaction.savepoint()
        try:
            request = request_for(operation.definition.raw["operationId"], self.town)
            for case in self.selection.of(cases) if self.selection else cases:
                self.call(case, request)
        finally:
            transaction.savepoint_rollback(point)


@dataclass
class Selection:
    """Chooses a few of the requests of each operation: those of the kinds that were sent least often so far, so that
    all operations together have every kind."""

    valid: int
    invalid: int
    sent: Counter[str] = field(default_factory=Counter)

    def of(self, cases: list[Any]) -> list[Any]:
        """The chosen requests."""
        valid = [case for case in cases if case.meta.generation.mode.is_positive]
        invalid = [case for case in cases if not case.meta.generation.mode.is_positive]
        return [*self._rarest(valid, self.valid), *self._rarest(invalid, self.invalid)]

    def _rarest(self, cases: list[Any], number: int) -> list[Any]:
        found, left = [], list(cases)
        while left and len(found) < number:
            case = min(left, key=lambda case: self.sent[kind_of(case)])
            left.remove(case)
            self.sent[kind_of(case)] += 1
            found.append(case)
        return found


def description_of(case: Any) -> str:
    """What the generator says about a request: "'name' value: Maximum length string"."""
    return getattr(case.meta.phase.data, "description", None) or "random"


def kind_of(case: Any) -> str:
    """The description without the names of fields."""
    return f"{case.meta.generation.mode} " + re.sub(r"'\w+'|^.*?: ", "", description_of(case).rpartition(" -> ")[2])


def real_body(case: Any, request: Request, chance: random.Random) -> dict[str, Any]:
    """The body of a request that is carried out, with one field as generated: the one that this case is about."""
    named = re.search(r"'(\w+)' value", description_of(case))
    optional = [name for name in case.body if name not in request.body]
    one = named[1] if named and chance.random() < 0.5 else chance.choice([*optional, ""])
    return {**request.body, one: case.body[one]} if one in case.body else dict(request.body)


def address_values(path: str, address: str) -> dict[str, str]:
    """The values of a path's parameters in an address; none for another path."""
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)
    found = re.fullmatch(pattern, f"/{address}")
    return found.groupdict() if found else {}


def _brief(case: Any, response: Any) -> str:
    body = repr(case.body)[:400]
    return (
        f"  {case.method} {case.formatted_path} query={case.query!r:.200} body={body}\n"
        f"  -> {response.status_code} {response.text[:300]}  ({case.meta.phase.data.description})"
    )


def real_ids(town: Town) -> dict[str, dict[str, str]]:
    """Values of the path parameters of every operation, by its path in the schema."""
    found = {}
    for route in our_routes():
        if route.address.startswith(PREFIX):
            path, values = f"/{route.address}", {}
            for part, value in town.parts(route.address).items():
                name = part.partition(":")[2]
                if f"<{part}>" in path:
                    path, values[name] = path.replace(f"<{part}>", f"{{{name}}}"), value
            found[path] = values
    return found


@remember
def schema() -> Any:
    """The schema as the site publishes it, bound to the site itself."""
    from django.test import Client

    raw = json.loads(Client().get("/api/v1/schema/?format=json").content)
    found = schemathesis.openapi.from_dict(raw)
    found.app = application
    found.config.checks.positive_data_acceptance.expected_statuses = ACCEPTED
    return found


def operations() -> list[Any]:
    """Every operation of the schema."""
    return [result.ok() for result in schema().get_all_operations()]
