"""Rows of a battle: Battle, BattleSide, BattleEvent, Snapshot.

The engine decides; these rows remember. A battle is its setup plus its events, both append-only: an undone order
stays as a row that is marked. The dice seed never leaves the server before the battle is over.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NameField
from mordheim_site.public_ids import PUBLIC_ID_LENGTH, new_public_id


class BattleStatus(models.TextChoices):
    MUSTERING = "mustering", _("Mustering")
    PREPARING = "preparing", _("Preparing the dice")
    PLAYING = "playing", _("Being played")
    FINISHED = "finished", _("Finished")
    ABANDONED = "abandoned", _("Abandoned")


FIGHTING = (BattleStatus.PREPARING, BattleStatus.PLAYING)
"""A warband is in the field: what takes place before the first die belongs to the battle."""


class Opponent(models.TextChoices):
    BOT = "bot", _("Against the bot")
    HOT_SEAT = "hot_seat", _("Two at this screen")
    INVITED = "invited", _("By invitation")
    OPEN = "open", _("Open challenge")
    BOTS = "bots", _("Bots alone")
    REPORTED = "reported", _("Reported")
    TRACKED = "tracked", _("Tracked at the table")


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Everybody may watch")
    LINK = "link", _("Whoever has the link")


class Battle(models.Model):
    """One battle on the board. `seq` counts engine events; event n of the log has seq n, from 1."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    status = models.CharField(max_length=10, choices=BattleStatus.choices, default=BattleStatus.MUSTERING)
    opponent = models.CharField(max_length=8, choices=Opponent.choices)
    visibility = models.CharField(max_length=6, choices=Visibility.choices, default=Visibility.PUBLIC)
    match = models.ForeignKey(
        "campaigns.Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="battles"
    )
    """The league match it decides, if any."""
    ruleset = models.CharField(max_length=10)
    options = models.JSONField(default=dict, blank=True)
    scenario_code = models.CharField(max_length=60, default="skirmish")
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
    """0: the site drew the nonces of all sides itself; 1: the players' browsers draw them, or nobody does."""
    dice_due_at = models.DateTimeField(null=True, blank=True)
    """While the dice are prepared: when the battle begins without the nonces that are missing."""
    on_begin = models.JSONField(default=dict, blank=True)
    """What is done when a prepared battle begins: `set_up` places everybody."""
    outcome = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    counts = models.BooleanField(default=True)
    """False for practice: nothing of it is written on a roster."""
    aftermath_done_at = models.DateTimeField(null=True, blank=True)
    aftermath_run = models.PositiveSmallIntegerField(default=0)
    """How often the aftermath was begun again after a revert."""

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["status", "-moved_at"], name="battle_by_status")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"

    @property
    def is_playing(self) -> bool:
        return self.status == BattleStatus.PLAYING

    @property
    def is_over(self) -> bool:
        return self.status in (BattleStatus.FINISHED, BattleStatus.ABANDONED)

    @property
    def is_on_paper(self) -> bool:
        """Fought with miniatures: there is a sheet, but no board and no events."""
        return self.opponent in (Opponent.REPORTED, Opponent.TRACKED)


class BattleSide(models.Model):
    """One player's part: a letter of the engine, a warband, and who commands it."""

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
    """The bot that plays it ("random", "soldier", "tactician"); empty for people."""
    fighters = models.JSONField(default=list)
    """Fighter data of the muster, as the engine reads it."""
    nonce = models.CharField(max_length=64, blank=True)
    """What this player added to the dice; empty when they added nothing."""
    nonce_commitment = models.CharField(max_length=64, blank=True)
    """SHA-256 of the nonce, sent before any nonce of this battle was."""
    nonce_committed_at = models.DateTimeField(null=True, blank=True)
    nonce_at = models.DateTimeField(null=True, blank=True)
    """When the nonce arrived; empty for those that the site drew."""
    rating = models.PositiveIntegerField(default=0)
    is_winner = models.BooleanField(default=False)
    orders = models.JSONField(default=dict, blank=True)
    """Standing orders: answers given by themselves, by prompt code."""
    allies = models.JSONField(default=list, blank=True)
    """Letters of the sides it is formally allied with. Rule: ALLY-FORMAL-01"""
    alignment = models.CharField(max_length=16, blank=True)
    """Rule: ALLY-ALIGN-01"""
    tags = models.JSONField(default=list, blank=True)
    """What the rules may name about the whole warband: its list, its groups, whom it distrusts."""

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["battle", "letter"]
        constraints = [models.UniqueConstraint(fields=["battle", "letter"], name="one_side_per_letter")]

    def __str__(self) -> str:
        return f"{self.letter}: {self.name}"


class Issuer(models.TextChoices):
    """Who chose the `command_id` of a run. Ids of different issuers never match each other."""

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
    """What one command caused: the command, who sent it, and its run of engine events `seq` to `seq + count - 1`.

    `command_id` makes sending a command twice harmless. It is chosen by the `issuer`: a player's id is compared only
    with the ids of that player, never with those that the server makes. An undone run keeps its row; loading skips it.
    """

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
    """SHA-256 of what the player sent under this id (`services/command_ids.py`); empty for the server's runs."""
    data = models.JSONField()
    """The events in the log's compact form."""
    reason = models.CharField(max_length=200, blank=True)
    """Why a bot did it, or that a standing order did."""
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
    """The engine state after event `seq`, taken at each player turn so that loading stays short."""

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


class ChatLine(models.Model):
    """Something said beside the board. Spectators' lines are shown to players after the battle."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="chat")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, blank=True)
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return self.text[:40]


class AftermathStatus(models.TextChoices):
    RUNNING = "running", _("Being rolled")
    WAITING = "waiting", _("Choices wait")
    DONE = "done", _("Done")
    BACK = "back", _("Taken back")


class Aftermath(models.Model):
    """What follows a battle for one warband. The job walks through its stages step by step and stores each step here.

    `dice_position` counts the faces taken from the aftermath's own stream, which is keyed by its seed.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    side = models.OneToOneField(BattleSide, on_delete=models.CASCADE, related_name="aftermath")
    warband = models.ForeignKey("warbands.Warband", on_delete=models.CASCADE, related_name="aftermaths")
    status = models.CharField(max_length=8, choices=AftermathStatus.choices, default=AftermathStatus.RUNNING)
    facts = models.JSONField(default=dict)
    """`engine.aftermath.facts.SideFacts` as plain values."""
    stage = models.CharField(max_length=20, default="injuries")
    """The stage the walk stands at (`services.aftermath.walk.STAGES`), and the place within it."""
    place = models.PositiveIntegerField(default=0)
    seed_number = models.PositiveSmallIntegerField(default=0)
    """The seed it rolls from: 0 for the battle's, else that of `AftermathSeed`. Rule: AF-DICE-03"""
    dice_position = models.PositiveIntegerField(default=0)
    rating_before = models.PositiveIntegerField(default=0)
    rating_after = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    """After this the simple rule makes what choices are left, and confirms."""
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    attempt = models.PositiveIntegerField(default=0)
    """Counts what was taken back, so that doing it again is another entry of the ledger."""
    hand_dice = models.BooleanField(default=False)
    """Dice fall on the player's own table and are typed in."""
    asked = models.JSONField(null=True, blank=True)
    """The dice the walk waits for: purpose, who, dice, and the line and option of a choice that rolls them."""
    faces = models.JSONField(default=list, blank=True)
    """[face, "typed" or "rolled"] given for the step under way, in order."""

    class Meta:
        verbose_name = _("aftermath")
        verbose_name_plural = _("aftermaths")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.warband_id} after {self.side_id}"


class AftermathLine(models.Model):
    """One line of the account: the stage, whom it is about, every roll, what it came to; and a choice if one is open.

    `options` are plain values by key; `answer` the key chosen. A line without options waits for nothing.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    aftermath = models.ForeignKey(Aftermath, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=20)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True)
    subject_name = NameField(max_length=120, blank=True)
    rolls = models.JSONField(default=list)
    """[purpose, faces, result] in order."""
    data = models.JSONField(default=dict)
    options = models.JSONField(default=list)
    answer = models.CharField(max_length=120, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    turn = models.PositiveIntegerField(default=0)
    """The answers of an aftermath in the order they were given; 0 for lines that nobody answered."""
    before = models.JSONField(default=dict, blank=True)
    """What taking the answer back returns to: versions of the warbands, the last line, the walk's place."""

    class Meta:
        verbose_name = _("aftermath line")
        verbose_name_plural = _("aftermath lines")
        ordering = ["aftermath", "number"]
        constraints = [models.UniqueConstraint(fields=["aftermath", "number"], name="one_line_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    @property
    def is_open(self) -> bool:
        return bool(self.options) and not self.answer


# Rows of clocks, offers of a draw, drawings, tables and tracked battles have modules of their own; Django looks here.
from battles.aftermath_seeds import AftermathRevert, AftermathSeed  # noqa: E402, F401
from battles.agreed import DrawOffer  # noqa: E402, F401
from battles.clocked import BattleClock  # noqa: E402, F401
from battles.drawn import Audience, DrawnTable, TableStep  # noqa: E402, F401
from battles.pointed import BoardMark  # noqa: E402, F401
from battles.tracked import Track, TrackStep  # noqa: E402, F401
