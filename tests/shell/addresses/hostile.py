"""What careless or malicious users send: values, forms, JSON bodies and addresses."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django import forms
from django.apps import apps
from django.db import connection
from django.db.models import Model

from mordheim_site.operations.base import OPERATIONS

APPS = ("accounts", "warbands", "campaigns", "battles", "catalogue")
FORM_MODULES = (
    "accounts.settings.forms",
    "warbands.builder.forms",
    "campaigns.city.forms",
    "campaigns.deals.forms",
    "campaigns.house_rules.forms",
    "campaigns.matches.forms",
    "campaigns.members.forms",
    "campaigns.notices.forms",
    "campaigns.packs.forms",
    "campaigns.rounds.forms",
    "campaigns.administration.forms",
    "battles.setup.forms",
    "battles.setup.match_form",
)
# Fields that views read without a form.
BARE_FIELDS = (
    "press", "back", "page", "kit", "q", "version", "idempotency_key", "next", "theme", "answer", "old", "status",
    "line", "option", "aftermath", "command", "expected_seq", "command_id", "side", "who", "text", "log_after", "view",
    "level", "renew", "key", "login", "password", "password1", "username", "email", "action_add", "action_remove",
    "code", "credential", "mend", "join_code", "winner", "losses", "note",
    "do", "how", "visibility", "number", "edition",
)  # fmt: skip
QUESTIONS = (
    "key", "q", "after", "who", "acted", "level", "view", "close", "x", "y", "manner", "e", "only", "day", "page",
    "cursor", "which", "archived", "public", "kind", "pack", "hide", "rules", "dead", "list", "sort", "next", "limit",
    "offset", "live", "mine", "format", "kit", "warband_type", "rarity", "provenance",
)  # fmt: skip

HOSTILE_TEXTS = [
    "", " ", "\x00", "a\x00b", "\r\n\r\nX: y", "\ud800", "\u202e\u0007", "é" * 9, "😀" * 40,
    "'\"<script>alert(1)</script>",
    "'; DROP TABLE accounts_user; --", "{{7*7}}{% debug %}", "%s%s%n", "../../etc/passwd", "A" * 5000, "-1", "0",
    "1e999",
    "NaN", "Infinity", "9" * 30, "9" * 5000, "٣", "²", "0x10", "1.5", "null", "true", "[]", "{}", "[[[[", '{"a":',
    '{"kind": "end_step"}', '{"kind": "move", "who": "a1", "path": [[1e999, NaN]]}', '{"kind": 3}', "//evil.example/",
    "javascript:alert(1)", "a=b&warrior=%00&item=%ff", "hire:zzz:zz", "own:" + "x" * 40, "list:" + "\x00",
]  # fmt: skip
HOSTILE_VALUES: list[Any] = [
    None, True, -1, 0, 10**30, -(10**30), 2**63, 1.5, float("inf"), float("nan"), [], {}, [[]], [None], {"": None},
    {"a": {"b": {"c": []}}}, [1] * 3000, "x" * 30_000,
]  # fmt: skip
BODIES = [
    b"", b"null", b"[]", b"{}", b'"text"', b"3", b"1e999", b"[" * 50_000, b'{"a":' * 20_000, b"\xff\xfe\x00", b"{",
    b"NaN",
    b'{"expected_seq": 1e999}', b'{"expected_seq": NaN}', b'{"text": "\\ud800"}', b'{"text": "\\u0000"}',
    b'{"command": {"kind": {}}}', b'{"command": {"kind": "move", "who": [], "path": 7}, "expected_seq": 0}',
    b'{"expected_seq": ' + b"9" * 6000 + b"}", b'{"side": {}, "who": [[]], "command": "[[[["}',
]  # fmt: skip
PLAUSIBLE = (
    "1", "2", "sword", "reiklanders", "draw", "light", "members", "public", "warrior", "roster", "trade", "suggested",
)  # fmt: skip
KINDS = ("move", "charge", "shoot", "fight", "answer", "end_step", "place", "resign", "cast", "climb", "jump", "rout")


def fields_of_forms() -> list[str]:
    """Every field name that a form or an operation of the site knows, and those that views read directly."""
    found: set[str] = set(BARE_FIELDS)
    for operation in OPERATIONS.values():
        found |= set(operation.model_fields)
    for name in FORM_MODULES:
        for value in vars(import_module(name)).values():
            if isinstance(value, type) and issubclass(value, forms.BaseForm):
                found |= set(getattr(value, "base_fields", {}))
    return sorted(found)


class HostileInput:
    """Generates what to send. `ids` are public ids, slugs and codes of real things, most of them of other users."""

    def __init__(self, seed: int, ids: list[str]) -> None:
        self.dice = random.Random(seed)
        self.ids = ids
        self.names = fields_of_forms()

    def text(self) -> str:
        """One value of a form field; half of them are plausible."""
        if self.dice.random() < 0.45:
            return self.dice.choice([*self.ids, *PLAUSIBLE])
        if self.dice.random() < 0.2:
            return "".join(
                chr(self.dice.choice([self.dice.randrange(32), self.dice.randrange(0x300)])) for _ in range(9)
            )
        return self.dice.choice(HOSTILE_TEXTS)

    def form(self) -> dict[str, Any]:
        """A form with a third of all known fields, some of them twice."""
        chosen = [name for name in self.names if self.dice.random() < 0.35]
        return {name: [self.text() for _ in range(self.dice.choice([1, 1, 1, 2]))] for name in chosen}

    def command(self) -> dict[str, Any]:
        """A command that is nearly valid."""
        data: dict[str, Any] = {"kind": self.dice.choice(KINDS)}
        for name in ("who", "target", "path", "option", "spot", "weapon", "manner", "level", "x", "y"):
            if self.dice.random() < 0.5:
                data[name] = self.value()
        return data

    def value(self, depth: int = 0) -> Any:
        """A random JSON value."""
        if depth < 3 and self.dice.random() < 0.2:
            return [self.value(depth + 1) for _ in range(self.dice.randrange(4))]
        if depth < 3 and self.dice.random() < 0.2:
            return {self.dice.choice(self.names): self.value(depth + 1) for _ in range(self.dice.randrange(4))}
        return self.dice.choice([self.dice.choice(HOSTILE_VALUES), self.text(), self.dice.randrange(50), "a1", "b2"])

    def body(self) -> bytes:
        """A JSON body, or something that is not one."""
        if self.dice.random() < 0.2:
            return self.dice.choice(BODIES)
        data = {name: self.value() for name in self.names if self.dice.random() < 0.3}
        if self.dice.random() < 0.6:
            data["command"] = self.command()
            data["expected_seq"] = self.dice.choice([0, 1, 2, self.value()])
            data["command_id"] = self.dice.choice(["one", self.value()])
        return json.dumps(data).encode()

    def questions(self) -> dict[str, str]:
        """A query string."""
        return {name: self.text().replace("\ud800", "") for name in QUESTIONS if self.dice.random() < 0.3}


class Watch:
    """Detects whether a row has changed (except sessions and guest accounts) without reading every row each time. It
    sees every statement of this connection: tables that were not written to since the last check are unchanged. A
    statement that it cannot parse counts as a change of everything."""

    def __init__(self) -> None:
        self._models = {model._meta.db_table: model for model in _our_models()}
        self._known: dict[str, int] = {}
        connection.execute_wrappers.append(self._hear)

    def __call__(self) -> int:
        """A number that changes when a row changes."""
        for table, model in self._models.items():
            if table not in self._known:
                self._known[table] = hash(repr(list(model._default_manager.order_by("pk").values_list())))
        return hash(tuple(self._known[table] for table in self._models))

    def close(self) -> None:
        """Stop watching the statements."""
        connection.execute_wrappers.remove(self._hear)

    def _hear(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        written = WRITES.match(sql)
        if written is not None:
            self._known.pop(written["table"], None)
        elif READS.match(sql) is None:
            self._known.clear()
        return execute(sql, params, many, context)


WRITES = re.compile(
    r"""\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+["`]?(?P<table>\w+)""", re.IGNORECASE
)
READS = re.compile(r"\s*(?:SELECT|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT|PRAGMA|EXPLAIN|SET|SHOW)\b", re.IGNORECASE)


def _our_models() -> list[type[Model]]:
    models = [model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    # A sign-in changes its time in the user's row and is recorded in the audit log.
    return [model for model in models if model._meta.label not in ("accounts.User", "accounts.AuditEntry")]


def fingerprint() -> int:
    """One check that reads every row."""
    rows = [list(model._default_manager.order_by("pk").values_list()) for model in _our_models()]
    return hash(repr(rows))
