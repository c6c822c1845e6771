"""Models of a battle: Battle, BattleSide, BattleEvent, Snapshot.

The engine applies the rules; these rows store the results. A battle consists of its setup and its events, which are
append-only: an undone command stays as a marked row. The dice seed is secret until the battle is over.
"""

from __future__ import annotations

from typing import TypedDict

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from battles.core.defaults import PLAIN_SCENARIO
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class BattleStatus(models.TextChoices):
    MUSTERING = "mustering", _("Mustering")
    PREPARING = "preparing", _("Preparing the dice")
    PLAYING = "playing", _("Being played")
    FINISHED = "finished", _("Finished")
    ABANDONED = "abandoned", _("Abandoned")


FIGHTING = (BattleStatus.PREPARING, BattleStatus.PLAYING)
"""Statuses in which a warband is in a battle. The time before the first die counts too."""


class Opponent(models.TextChoices):
    BOT = "bot", _("Against the bot")
    HOT_SEAT = "hot_seat", _("Two players at this screen")
    INVITED = "invited", _("By invitation")
    OPEN = "open", _("Open challenge")
    BOTS = "bots", _("Bots alone")
    REPORTED = "reported", _("Reported")
    TRACKED = "tracked", _("Tabletop battle")


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Everyone")
    LINK = "link", _("Anyone with the link")


ArrangedDiceData = TypedDict("ArrangedDiceData", {"faces": list[int], "for": dict[str, int]}, total=False)
"""Prearranged dice: faces in the order of the dice, then the face for every die with a certain purpose."""


class Battle(models.Model):
    """One battle on the board. `seq` counts engine events; event n of the log has seq n, from 1."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    status = models.CharField(max_length=10, choices=BattleStatus.choices, default=BattleStatus.MUSTERING)
    opponent = models.CharField(max_length=8, choices=Opponent.choices)
    visibility = models.CharField(max_length=6, choices=Visibility.choices, default=Visibility.PUBLIC)
    match = models.ForeignKey(
        "campaigns.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="battles"
    )
    """The league match whose result the battle decides, if any."""
    ruleset = models.CharField(max_length=10)
    options = models.JSONField(default=dict, blank=True)
    scenario_code = models.CharField(max_length=60, default=PLAIN_SCENARIO)
    scenario = models.JSONField(default=dict, blank=True)
    table_name = NameField(max_length=120, blank=True)
    table = models.JSONField(default=dict)
    setup = models.JSONField(default=dict)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    seq = models.PositiveIntegerField(default=0)
    turn_number = models.PositiveSmallIntegerField(default=0)
    phase = models.CharField(max_length=20, blank=True)
    awaiting = models.CharField(max_length=8, blank=True)
    dice_seed = models.BinaryField(max_length=32)
    fingerprint = models.CharField(max_length=64)
    dice_protocol = models.PositiveSmallIntegerField(default=0)
    """0: the site generated the random numbers (nonces) of all sides. 1: the players' browsers generate them, or they
    stay empty."""
    dice_due_at = models.DateTimeField(null=True, blank=True)
    """While the dice are prepared: the time at which the battle begins without the missing nonces."""
    on_begin = models.JSONField(default=dict, blank=True)
    """Options for the start of a battle whose dice are prepared: `set_up` places all models."""
    outcome = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    counts = models.BooleanField(default=True)
    """Whether the battle changes rosters; False for practice."""
    aftermath_done_at = models.DateTimeField(null=True, blank=True)
    aftermath_run = models.PositiveSmallIntegerField(default=0)
    """How often the aftermath was started again after a revert."""

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["status", "-moved_at"], name="battle_by_status")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"

    known_turn_starts: tuple[int, tuple[int, ...]] | None = None
    """Cache, not stored in the database: the event at which `turn_starts` was read, and its result."""

    @property
    def origin(self) -> dict[str, object]:
        """Where a practice battle started from: `battle` and `event`, or `sandbox`; empty for all other battles."""
        found: dict[str, object] = self.on_begin.get("origin", {})
        return found

    @property
    def arranged_dice(self) -> ArrangedDiceData:
        """The prearranged dice of a practice battle; empty for all other battles."""
        found: ArrangedDiceData = self.on_begin.get("dice", {})
        return found

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask a bot for hints: only in battles that change no roster and decide no match, if they
        are practice, are played at one screen, or both players agreed to hints. Reads the sides."""
        if self.match_id is not None:
            return False
        if not self.counts:
            return True
        sides = list(self.sides.all())
        if any(side.warband_id is not None for side in sides):
            return False
        is_at_one_screen = len({side.player_id for side in sides if not side.bot}) < 2
        return is_at_one_screen or self.has_agreed_hints

    @property
    def has_agreed_hints(self) -> bool:
        """Whether hints for both players are among the terms that both accepted."""
        return bool(self.on_begin.get("hints"))

    @property
    def leagues_joined_meanwhile(self) -> list[str]:
        """The names of leagues that a warband joined during the battle, which therefore became practice; usually none.
        Rule: AF-LEAGUE-01"""
        found: list[str] = (self.outcome or {}).get("joined_leagues", [])
        return found

    @property
    def is_playing(self) -> bool:
        return self.status == BattleStatus.PLAYING

    @property
    def is_over(self) -> bool:
        return self.status in (BattleStatus.FINISHED, BattleStatus.ABANDONED)

    @property
    def is_on_paper(self) -> bool:
        """Whether the battle is played with miniatures. It then has a sheet, but no board and no events."""
        return self.opponent in (Opponent.REPORTED, Opponent.TRACKED)

    @property
    def has_sheet(self) -> bool:
        """Whether the battle has a sheet that has not been withdrawn."""
        return self.is_on_paper and self.status != BattleStatus.ABANDONED and "sheet" in self.setup


class BattleSide(models.Model):
    """One side of a battle: its letter in the engine, its warband, and its player."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="sides")
    letter = models.CharField(max_length=1)
    name = NameField(max_length=120)
    warband = models.ForeignKey(
        "warbands.Warband", null=True, blank=True, on_delete=models.SET_NULL, related_name="battle_sides"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="battle_sides"
    )
    bot = models.CharField(max_length=20, blank=True)
    """The bot that plays the side ("random", "soldier", "tactician", "commander"); empty for a human player. With
    a bot and a player, the bot plays for a league player who could not come."""
    fighters = models.JSONField(default=list)
    """Fighter data of the models that take part, in the form that the engine reads."""
    nonce = models.CharField(max_length=64, blank=True)
    """The random number that this player added to the dice; empty if they added none."""
    nonce_commitment = models.CharField(max_length=64, blank=True)
    """SHA-256 of the nonce. It is sent before any nonce of this battle is revealed."""
    nonce_committed_at = models.DateTimeField(null=True, blank=True)
    nonce_at = models.DateTimeField(null=True, blank=True)
    """When the nonce arrived; empty for nonces that the site generated."""
    rating = models.PositiveIntegerField(default=0)
    is_winner = models.BooleanField(default=False)
    luck = models.JSONField(null=True, blank=True)
    """At the end of a battle on the board: [rolls that needed a score, successes, expected successes]; None before."""
    orders = models.JSONField(default=dict, blank=True)
    """Default decisions: automatic answers, by prompt code."""
    allies = models.JSONField(default=list, blank=True)
    """Letters of formal allies. Rule: ALLY-FORMAL-01"""
    alignment = models.CharField(max_length=16, blank=True)
    """The alignment of the warband. Rule: ALLY-ALIGN-01"""
    tags = models.JSONField(default=list, blank=True)
    """Tags of the whole warband that rules may refer to: its list, its groups, and the warbands it distrusts."""

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["battle", "letter"]
        constraints = [models.UniqueConstraint(fields=["battle", "letter"], name="one_side_per_letter")]

    def __str__(self) -> str:
        return f"{self.letter}: {self.name}"

    @property
    def has_player(self) -> bool:
        """Whether a person decides for this warband after the battle. With a stand-in, a bot plays only the battle."""
        return self.player_id is not None


class Issuer(models.TextChoices):
    """The party that chose the `command_id` of a stored command. Ids of different issuers are never compared."""

    PLAYER = "player", _("Player")
    START = "start", _("Start of the battle")
    SETUP = "setup", _("Automatic set-up")
    BOT = "bot", _("Bot")
    SEASON = "season", _("Battle between bots")
    TIMEOUT = "timeout", _("Timeout")
    CLAIM = "claim", _("Claimed victory")
    STANDING = "standing", _("Default decision")
    DRAW = "draw", _("Agreed tie")
    UNDO = "undo", _("Undo")


class BattleEvent(models.Model):
    """One command with its results: the command, who sent it, and the engine events `seq` to `seq + count - 1` (a
    "run"). A command that is sent again with the same `command_id` is not carried out again. The id is chosen by the
    `issuer`: a player's id is compared only with ids of the same player, never with those that the server creates. The
    row of an undone command stays, but loading skips it."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    side = models.CharField(max_length=1, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    command = models.JSONField(null=True, blank=True)
    issuer = models.CharField(max_length=8, choices=Issuer.choices, default=Issuer.PLAYER)
    command_id = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of what the player sent under this id (`battles/play/command_ids.py`); empty for the server's own
    commands."""
    data = models.JSONField()
    """The events in the log's compact form."""
    reason = models.CharField(max_length=200, blank=True)
    """Why a bot, a clock or a default decision gave the command."""
    has_dice = models.BooleanField(default=False)
    turn_number = models.PositiveSmallIntegerField(default=0)
    is_undone = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("run of events")
        verbose_name_plural = _("runs of events")
        ordering = ["battle", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "seq"], name="one_run_per_place"),
            models.UniqueConstraint(
                fields=["battle", "actor", "command_id"],
                condition=models.Q(issuer="player"),
                name="one_run_per_player_command",
            ),
            models.UniqueConstraint(
                fields=["battle", "issuer", "command_id"],
                condition=~models.Q(issuer="player"),
                name="one_run_per_server_command",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}+{self.count}"


class Snapshot(models.Model):
    """The engine state after event `seq`. One is stored at the start of each player turn, so that battles load
    quickly."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    state = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        ordering = ["battle", "-seq"]
        constraints = [models.UniqueConstraint(fields=["battle", "seq"], name="one_snapshot_per_place")]

    def __str__(self) -> str:
        return f"{self.seq}"
