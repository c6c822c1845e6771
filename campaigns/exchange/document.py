"""A whole league as one document. Exports are complete, and imports are checked strictly. Rule: LG-FILE-01

Rows are identified by keys (their original public ids), users by their display names. `read` refuses a document of
another form and names the place of the error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal

from django.utils.translation import gettext as _
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import PydanticCustomError

from campaigns.core.defaults import WARBANDS_LIMITS, WARBANDS_PER_PLAYER
from campaigns.standings.outcomes import MOST_SIDES
from campaigns.standings.rules import POINTS
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.operations.messages import fields_of
from mordheim_site.refusals import Refusal, Sentence
from warbands.exchange.save import Save

FORMAT: Final = "mordheim-league"
MOST_BYTES: Final = 24 * 1024 * 1024
MOST_DEPTH: Final = 24
MOST_ERRORS: Final = 20
"""Errors of one file that are reported at once."""

Key = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{12}$")]
OptionalKey = Annotated[str, Field(pattern=r"^([0-9A-Za-z]{12})?$")]
Line = Annotated[str, Field(max_length=300, pattern=r"^[^\x00]*$")]
Title = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f]+$")]
Text = Annotated[str, Field(max_length=20000, pattern=r"^[^\x00]*$")]
Code = Annotated[str, Field(max_length=60, pattern=r"^[a-z0-9_]*$")]
FIRST_YEAR, LAST_YEAR = 2, 9998
"""Within these years, times can be shown in every time zone."""


def _within_years(value: date) -> date:
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise PydanticCustomError("year", "the year must be between 2 and 9998")
    return value


Moment = Annotated[datetime, AfterValidator(_within_years)]
Day = Annotated[date, AfterValidator(_within_years)]
Small = Annotated[int, Field(ge=0, le=999)]
Count = Annotated[int, Field(ge=0, le=100_000)]


class Strict(BaseModel):
    """Base of the document's models: unknown fields are refused, and no values are converted except timestamps."""

    model_config = ConfigDict(extra="forbid")


class SavedEntry(Strict):
    """A warband in the league, with its roster at the time of the export."""

    key: Key
    player: Line = ""
    joined_at: Moment
    withdrawn_at: Moment | None = None
    faction: Line = ""
    warband: Save


class SavedRound(Strict):
    """A round of the schedule."""

    number: Annotated[int, Field(ge=1, le=9999)]
    name: Annotated[str, Field(max_length=60)] = ""
    kind: Code = "round_robin"
    starts_on: Day | None = None
    ends_on: Day | None = None


class SavedSide(Strict):
    """One warband's part in a match."""

    entry: Key
    place: Annotated[int, Field(ge=0, le=9)] = 0
    result: Literal["", "win", "draw", "loss"] = ""
    kills: Small = 0
    losses: Small = 0
    rating_before: Count = 0
    rsvp: Literal["", "yes", "maybe", "no"] = ""
    finish: Annotated[int, Field(ge=0, le=9)] = 0
    team: Annotated[str, Field(max_length=1)] = ""


class SavedMatch(Strict):
    """A planned pairing and its result."""

    key: Key
    round: Annotated[int, Field(ge=1, le=9999)] | None = None
    status: Literal["planned", "playing", "reported", "agreed", "disputed", "void"]
    how: Code = ""
    is_bye: bool = False
    scenario: Code = ""
    scenario_roll: Annotated[str, Field(max_length=120)] = ""
    district: Code = ""
    group: Annotated[str, Field(max_length=20)] = ""
    series: OptionalKey = ""
    best_of: Annotated[int, Field(ge=WARBANDS_LIMITS.least, le=WARBANDS_LIMITS.most)] = WARBANDS_PER_PLAYER
    game_number: Annotated[int, Field(ge=1, le=99)] = 1
    planned_for: Moment | None = None
    played_at: Moment | None = None
    ruling: Line = ""
    note: Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")] = ""
    sides: Annotated[list[SavedSide], Field(min_length=1, max_length=MOST_SIDES)]


class SavedEvent(Strict):
    """An event; `by` is the actor's display name."""

    kind: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z_]+$")]
    at: Moment
    by: Line = ""
    data: dict[str, JsonValue] = {}
    is_revoked: bool = False


class SavedComment(Strict):
    """A comment on a post or a match."""

    by: Line = ""
    at: Moment
    body: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]


class SavedPost(Strict):
    """News or a report, with its pictures in base64."""

    key: Key
    match: OptionalKey = ""
    by: Line = ""
    title: Title
    body: Text
    at: Moment
    pictures: Annotated[list[tuple[Annotated[str, Field(max_length=3_000_000)], Line]], Field(max_length=6)] = []
    comments: Annotated[list[SavedComment], Field(max_length=500)] = []


class SavedAward(Strict):
    """An award."""

    entry: Key
    title: Annotated[str, Field(min_length=1, max_length=80)]
    reason: Annotated[str, Field(max_length=200)] = ""
    at: Moment


class SavedResource(Strict):
    """A change of a counter."""

    entry: Key
    resource: Annotated[str, Field(min_length=1, max_length=40)]
    delta: Annotated[int, Field(ge=-999, le=999)]
    reason: Annotated[str, Field(max_length=200)] = ""
    at: Moment


class Settings(Strict):
    """The settings of the league."""

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
    preset: Code = ""
    ruleset: Code = DEFAULT_RULESET
    house_rules: dict[str, JsonValue] = {}
    packs: dict[str, JsonValue] = {}
    starting_gold_gc: Annotated[int, Field(ge=0, le=100_000)] | None = None
    points: tuple[Small, Small, Small] = POINTS
    formula: dict[str, JsonValue] = {}
    warbands_per_player: Annotated[int, Field(ge=WARBANDS_LIMITS.least, le=WARBANDS_LIMITS.most)] = WARBANDS_PER_PLAYER
    ladder_reach: Annotated[int, Field(ge=0, le=50)] = 0
    allows_late_join: bool = True
    map_code: Annotated[str, Field(max_length=40)] = ""
    resources: Annotated[list[Annotated[str, Field(min_length=1, max_length=40)]], Field(max_length=8)] = []
    factions: Annotated[list[Annotated[str, Field(min_length=1, max_length=60)]], Field(max_length=12)] = []
    theme: Literal["plain", "ember", "moss", "river", "tallow"] = "plain"
    about: Annotated[str, Field(max_length=8000, pattern=r"^[^\x00]*$")] = ""
    notice: Annotated[str, Field(max_length=4000, pattern=r"^[^\x00]*$")] = ""


class LeagueFile(Strict):
    """A complete league."""

    format: Literal["mordheim-league"] = "mordheim-league"
    version: Literal[1] = 1
    settings: Settings
    entries: Annotated[list[SavedEntry], Field(max_length=600)] = []
    rounds: Annotated[list[SavedRound], Field(max_length=400)] = []
    matches: Annotated[list[SavedMatch], Field(max_length=8000)] = []
    events: Annotated[list[SavedEvent], Field(max_length=60_000)] = []
    posts: Annotated[list[SavedPost], Field(max_length=500)] = []
    awards: Annotated[list[SavedAward], Field(max_length=60)] = []
    counted: Annotated[list[SavedResource], Field(max_length=10_000)] = []


class BadLeagueFile(Refusal):
    """The file is not a league that this site can import."""

    code = "bad_league_file"
    about = ("document",)

    def __init__(self, why: str, fields: Mapping[str, Sequence[Sentence]] | None = None) -> None:
        super().__init__(message=_("The file was not imported: %(why)s") % {"why": why}, fields=fields)


def read_json(upload: bytes) -> dict[str, Any]:
    """The JSON of a file. Raises BadLeagueFile."""
    if len(upload) > MOST_BYTES:
        raise BadLeagueFile(_("it is larger than 24 MB."))
    try:
        data = json.loads(upload.decode("utf-8"), parse_constant=_no_number)
    except (UnicodeDecodeError, ValueError, RecursionError) as wrong:
        raise BadLeagueFile(_("it is not JSON.")) from wrong
    if not isinstance(data, dict):
        raise BadLeagueFile(_("it is not a league file of this site."))
    return data


def read(upload: bytes) -> LeagueFile:
    """The document of a file. Raises BadLeagueFile."""
    return read_document(read_json(upload))


def read_document(data: Any) -> LeagueFile:
    """The document of parsed JSON. Raises BadLeagueFile with the first errors and their places."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadLeagueFile(_("it is not a league file of this site."))
    if not _is_shallow(data):
        raise BadLeagueFile(_("it is nested too deeply."))
    try:
        document = LeagueFile.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as wrong:
        found = fields_of(wrong.errors(include_url=False)[:MOST_ERRORS], LeagueFile)
        places = [f"{place}: {sentences[0]}" for place, sentences in found.items()]
        fields = {f"document.{place}": sentences for place, sentences in found.items()}
        raise BadLeagueFile(" ".join(place[:160] for place in places[:3]), fields) from wrong
    _check_references(document)
    return document


def _no_number(_word: str) -> Any:
    raise ValueError("no number")


def _is_shallow(value: Any) -> bool:
    """Whether the nesting is within the limit, without recursion."""
    level = [value]
    for _depth in range(MOST_DEPTH):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return True
    return False


def _check_references(document: LeagueFile) -> None:
    entries = {entry.key for entry in document.entries}
    matches = {match.key for match in document.matches}
    numbers = {round.number for round in document.rounds}
    posts = {post.key for post in document.posts}
    if len(entries) != len(document.entries) or len(matches) != len(document.matches):
        raise BadLeagueFile(_("two of its rows have the same key."))
    if len(numbers) != len(document.rounds) or len(posts) != len(document.posts):
        raise BadLeagueFile(_("two of its rows have the same key."))
    for match in document.matches:
        sides = {side.entry for side in match.sides}
        if len(sides) != len(match.sides) or not sides <= entries:
            raise BadLeagueFile(_("a match names a warband twice, or one that is not in the file."))
        if match.round is not None and match.round not in numbers:
            raise BadLeagueFile(_("a match is in a round that is not in the file."))
        if match.series and match.series not in matches:
            raise BadLeagueFile(_("a match belongs to a series that is not in the file."))
        if match.status == "agreed" and match.played_at is None and not match.is_bye:
            raise BadLeagueFile(_("a confirmed match has no date."))
    named = {award.entry for award in document.awards} | {award.entry for award in document.counted}
    if not named <= entries or not {post.match for post in document.posts if post.match} <= matches:
        raise BadLeagueFile(_("an entry refers to a warband or a match that is not in the file."))
    moments = [*(entry.at for entry in document.events), *(entry.joined_at for entry in document.entries)]
    moments += [
        moment for match in document.matches for moment in (match.planned_for, match.played_at) if moment is not None
    ]
    moments += [award.at for award in document.posts] + [award.at for award in document.awards]
    moments += [award.at for award in document.counted]
    if any(moment.tzinfo is None for moment in moments):
        raise BadLeagueFile(_("a time has no time zone."))
