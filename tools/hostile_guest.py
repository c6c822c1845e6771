"""A guest who attacks the site while `kill_aftermath.py` kills its processes. The guest uses HTTP with a web server of
its own on the same database and broker. It plays against the bot, sends moves with ids that the server would use next,
undoes them, sends data that is not JSON or not a command, and ends the turn so that the bot has to act. The legal moves
are read from the database, as the board would show them."""

from __future__ import annotations

import http.client
import json
import random
import signal
import time
from collections import Counter
from typing import Any
from urllib.parse import urlencode

PATTERNS = ("bot", "silence", "undo", "claim", "standing", "draw", "season", "set-up", "press")
AHEAD = 40
"""How many of the server's next ids are used in each turn, two positions apart."""
PAUSE_SECONDS = 0.2
"""Pause between two requests, so that the limit of 300 commands a minute is not reached."""
REQUEST_SECONDS = 60


class Guest:
    """One guest. `sent` counts responses by kind of request and status; 0 means no response."""

    def __init__(self, seed: int) -> None:
        from django.utils import timezone

        from accounts.guests import services as guests_services
        from tests.shell.addresses.hostile import Foe
        from tools.killed_web import Web
        from tools.killer import steadily

        self.chance = random.Random(seed)
        self.steadily = steadily
        self.web = Web()
        self.user = steadily(lambda: guests_services.create_guest(now=timezone.now()))
        self.cookies = steadily(lambda: self.web._signed_in(self.user))
        self.foe = Foe(seed, [self.user.public_id])
        self.sent: Counter[str] = Counter()
        self.turns = 0
        self.is_over = False

    def request(self, what: str, path: str, body: bytes | dict[str, str]) -> int:
        """Send a form (dict) or a JSON body by POST. Returns the status, 0 without a response."""
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies["csrftoken"],
            "Accept": "application/json",
            "Content-Type": "application/json" if isinstance(body, bytes) else "application/x-www-form-urlencoded",
        }
        status = 0
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=REQUEST_SECONDS)
        try:
            connection.request("POST", path, body if isinstance(body, bytes) else urlencode(body), headers)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        self.sent[f"{what} {status}"] += 1
        time.sleep(PAUSE_SECONDS)
        return status

    def attack(self) -> None:
        """Play and attack until SIGTERM arrives."""
        signal.signal(signal.SIGTERM, self._end)
        while not self.is_over:
            for opponent in ("bot", "hot_seat"):
                battle = self.steadily(lambda opponent=opponent: self._battle(opponent))
                if battle is None:
                    self._open(opponent)
                elif battle.status == "preparing":
                    self.request("nonce", f"/battles/{battle.public_id}/nonce/", {"act": "begin"})
                elif opponent == "hot_seat" or "a" in battle.awaiting:
                    self._turn(battle)
                else:
                    self._garbage(battle)
        self.web.stop()

    def _end(self, *_signal: Any) -> None:
        self.is_over = True

    def _battle(self, opponent: str) -> Any:
        """The battle that is being played or about to begin."""
        from battles.models import Battle

        rows = Battle.objects.filter(created_by=self.user, opponent=opponent, status__in=("preparing", "playing"))
        return rows.order_by("-pk").first()

    def _open(self, opponent: str) -> None:
        """Start a new battle: against the bot as a visitor does, or between two sides at one screen, so that a side
        always has to act."""
        from django.utils import timezone

        from battles.setup import new_battle

        if opponent == "bot":
            self.request("play", "/play/now/", {})
        else:
            self.steadily(
                lambda: new_battle.create_battle(actor_id=self.user.pk, now=timezone.now(), opponent=opponent)
            )

    def _order(self, battle: Any, command: dict[str, Any], command_id: str) -> int:
        self.steadily(battle.refresh_from_db)
        side = battle.awaiting[:1]
        fields = {"command": command, "expected_seq": battle.seq, "command_id": command_id, "side": side}
        return self.request("command", f"/battles/{battle.public_id}/commands/", json.dumps(fields).encode())

    def _turn(self, battle: Any) -> None:
        """Use the server's next ids for moves that are undone again, then end the turn."""
        move = self.steadily(lambda: self._move(battle))
        if move is not None:
            for number in range(AHEAD):
                if self.is_over:
                    return
                pattern = self.chance.choice(("bot", "silence", *PATTERNS))
                self._order(battle, move, f"{pattern}-{battle.seq + 2 * number}")
                self.steadily(battle.refresh_from_db)
                undo = json.dumps({"expected_seq": battle.seq}).encode()
                self.request("undo", f"/battles/{battle.public_id}/undo/", undo)
                if number % 8 == 0:
                    self._garbage(battle)
        self._go_on(battle)
        self.turns += 1

    def _go_on(self, battle: Any) -> None:
        """Answer prompts and end steps until the other side has to act."""
        for _step in range(40):
            self.steadily(battle.refresh_from_db)
            if self.is_over or (battle.opponent == "bot" and "a" not in battle.awaiting) or not battle.awaiting:
                return
            turn = battle.turn_number, battle.awaiting
            command = self.steadily(lambda: self._harmless(battle))
            self._order(battle, command, f"silence-{battle.seq}")
            self.steadily(battle.refresh_from_db)
            if battle.opponent != "bot" and turn != (battle.turn_number, battle.awaiting):
                return

    def _harmless(self, battle: Any) -> dict[str, Any]:
        from battles.core import engine_cache
        from battles.engine import commands
        from battles.play.clocks.timeouts import default_command

        data: dict[str, Any] = commands.to_data(default_command(engine_cache.load(battle), battle.awaiting[0]))
        return data

    def _move(self, battle: Any) -> dict[str, Any] | None:
        from battles.board.reach.drawing import judged_way
        from battles.core import engine_cache
        from battles.engine import commands

        engine = engine_cache.load(battle)
        frame = engine.state.flow[-1]
        if (frame.kind, frame.stage) != ("movement", "remaining"):
            return None
        for command in engine.legal(battle.awaiting[0]):
            if isinstance(command, commands.Move) and command.path and not judged_way(engine, command).is_final:
                data: dict[str, Any] = commands.to_data(command)
                return data
        return None

    def _garbage(self, battle: Any) -> None:
        verb = self.chance.choice(("orders", "typed", "place", "undo", "clock", "draw", "standing"))
        self.request("garbage", f"/battles/{battle.public_id}/{verb}/", self.foe.body())


def report(guest: Guest) -> dict[str, Any]:
    """What the guest sent, what the server responded, and how far the bot got despite the attack."""
    from battles.models import BattleEvent, Issuer

    runs = BattleEvent.objects.filter(battle__sides__player=guest.user)
    return {
        "sent": sum(guest.sent.values()),
        "answers": dict(sorted(guest.sent.items())),
        "turns": guest.turns,
        "own_commands": guest.steadily(lambda: runs.filter(issuer=Issuer.PLAYER).count()),
        "bot_commands": guest.steadily(lambda: runs.filter(issuer=Issuer.BOT).count()),
    }


def gaps_in_logs() -> list[str]:
    """Battles whose log has lost or duplicated an event, or does not lead to the position in the row."""
    from battles.core import engine_cache
    from battles.models import Battle, BattleEvent

    found = []
    for battle in Battle.objects.exclude(status__in=("mustering", "preparing")).order_by("pk"):
        place = 0
        for seq, count in BattleEvent.objects.filter(battle=battle).order_by("seq").values_list("seq", "count"):
            if seq != place + 1:
                found.append(f"battle {battle.pk}: event {seq} follows event {place}")
            place = seq + count - 1
        if place != battle.seq:
            found.append(f"battle {battle.pk}: {place} events of {battle.seq}")
        engine_cache.forget(battle.public_id)
        if not battle.is_on_paper and "".join(engine_cache.load(battle).awaiting()) != battle.awaiting:
            found.append(f"battle {battle.pk}: the log waits for another side than the row")
    return found
