"""Calls every operation of the API with requests generated from its schema, and collects what does not agree.

schemathesis generates the requests (valid and invalid ones, boundary values first, then random ones) and runs all of
its checks on the responses. Each call is rolled back, so that every request finds the same rows.
"""

from __future__ import annotations

import json
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
from tests.shell.world import Town, our_routes

PREFIX = "api/v1/"
SEED = 10
MADE_UP_EVERY = 4
"""One in this many valid paths uses the ids that schemathesis made up; the others use ids of existing rows."""
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
    found: dict[tuple[str, str, str], str] = field(default_factory=dict)

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
        lines = [f"{self.calls} calls, answers {dict(sorted(self.answers.items()))}", f"{dict(self.counts())}"]
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
    ids: dict[str, dict[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.ids = real_ids(self.town)
        # Without Redis the site compresses its responses itself, and this client does not decompress them.
        self.headers = {**self.headers, "Accept-Encoding": "identity"}

    def call(self, case: Any) -> None:
        """Make one request, check it, and roll it back."""
        if not case.meta.is_negative_at(ParameterLocation.PATH):
            for name, value in self.ids.get(case.operation.path, {}).items():
                if name in (case.path_parameters or {}) and self.findings.calls % MADE_UP_EVERY:
                    case.path_parameters[name] = value
        case.freeze_metadata()  # a case with a real id is as valid as it was
        cache.clear()
        self.findings.calls += 1
        point = transaction.savepoint()
        try:
            response = case.call(headers=self.headers)
            self.findings.answers[response.status_code] += 1
            try:
                case.validate_response(response, headers=self.headers, transport_kwargs={"headers": self.headers})
            except FailureGroup as group:
                text = _brief(case, response)
                for failure in group.exceptions:
                    self.findings.add(failure, self.role, text)
        finally:
            transaction.savepoint_rollback(point)

    def visit(self, operation: Any) -> None:
        """Make all generated requests of one operation: boundary values, then `examples` random ones of each sort."""
        test = create_test(
            operation=operation,
            test_func=self.call,
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
