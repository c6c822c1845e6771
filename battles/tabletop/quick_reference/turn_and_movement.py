"""Turn sequence, movement and psychology of a ruleset in short lines. Every number is read from the engine. Rules:
TURN-SEQ-01, TURN-START-01, TURN-REC-01, MV-RUN-01, MV-CHG-01, MV-CLIMB-03, MV-FALL-01, PSY-ROUT-01"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.core.phases import phase_name
from battles.engine.rulesets.keys import Rules
from battles.engine.rulesets.movement import move_rules
from battles.engine.rulesets.phases import phase_titles
from battles.engine.scenarios.base import ROUT_PERCENT
from battles.engine.steps.charge.declarations import DIVE_FROM, SEARCH_REACH
from battles.engine.steps.charge.failed_charges import KEEP_OFF
from battles.engine.steps.charge.interception import ZONE
from battles.engine.steps.charge.moves import DIVE_REACH
from battles.engine.steps.movement.allowances import CRAWL
from battles.engine.steps.movement.heights.falling import HARDEST, SLIP_REACH
from battles.engine.steps.movement.hiding.rules import TOO_CLOSE
from battles.engine.steps.movement.running import REACH as RUN_REACH
from battles.engine.steps.nerve.flight import FAST
from battles.engine.steps.nerve.psychology import NEAR_FRIEND
from battles.engine.table.movement.paths import TEST_EVERY
from battles.tabletop.quick_reference.parts import Line, Part, inches, sentences


def turn_part(rules: Rules) -> Part:
    """The phases of a turn in order, and what happens in each. Rules: TURN-SEQ-01, TURN-START-01"""
    start = sentences(
        _("Rout test, if due.") if rules.rout_tests else "",
        _("Stupid models: Leadership test.")
        if rules.stupidity == "test"
        else _("Stupid models: is a clear-headed friend near?"),
    )
    titles = zip(rules.phases, phase_titles(rules), strict=True)
    lines = [
        Line(f"{number}. {phase_name(title)}", _phase(rules, code)) for number, (code, title) in enumerate(titles, 1)
    ]
    return Part(_("Turn"), (Line(_("Start"), start), *lines, _standing_up(rules)))


def _phase(rules: Rules, phase: str) -> str:
    what = {
        "recovery": sentences(
            _("Fleeing models take a rally test (Leadership)."),
            _("None while the nearest able model is an enemy.") if rules.rally_barred_by_near_enemy else "",
            _("Stunned models may become knocked down.")
            if rules.turning_over_is_optional
            else _("Stunned models become knocked down."),
            _("Models that were knocked down may stand up."),
        ),
        "movement": _("First charges, then compulsory moves, then all other moves."),
        "shooting": _("Finish the shots of one model before choosing the next."),
        "combat": sentences(
            _("All engaged models of all sides fight, in striking order."),
            _("Then All Alone tests of the active side.") if rules.all_alone else "",
        ),
    }
    casting = _("Wizards cast spells (2D6, at least the difficulty).") if rules.casting_phase == phase else ""
    return sentences(what.get(phase, ""), casting)


def _standing_up(rules: Rules) -> Line:
    """Rules: TURN-STAND-02, TURN-STAND-03, TURN-RALLY-03"""
    return Line(
        _("Stood up"),
        sentences(
            _("Moves at half speed;") if rules.stood_up_halves_move else _("Moves normally;"),
            _("no run, no charge, strikes last.")
            if not rules.standing_up_counts_as_moving
            else _("no run, no charge, strikes last, counts as moved for shooting."),
            _("Rallied: no move and no shot, but spells.") if rules.rallied_may_cast else _("Rallied: does nothing."),
        ),
    )


def movement_part(rules: Rules) -> Part:
    """Moves, charges, climbing, jumping, falls and hiding."""
    return Part(
        _("Movement and falls"),
        (*_moves(rules), *_charges(rules), *_heights(rules), _falls(rules), _hiding(rules), *_downed_moves(rules)),
    )


def _moves(rules: Rules) -> list[Line]:
    """Rules: MV-WALK-01, MV-RUN-01, MV-RUN-02, TR-CLASS-01"""
    table = move_rules(rules)
    enemy = (
        _("any enemy is within %(reach)s")
        if rules.any_enemy_stops_running
        else _("an able enemy who is not hidden is within %(reach)s")
    ) % {"reach": inches(RUN_REACH)}
    ground = _("Difficult ground costs %(factor)d times the distance.") % {"factor": table.difficult}
    if table.very_difficult != table.difficult:
        ground = _("Difficult ground costs %(factor)d times the distance, very difficult ground %(more)d times.") % {
            "factor": table.difficult,
            "more": table.very_difficult,
        }
    return [
        Line(_("Walk"), _("Up to Movement (M). Contact with an enemy only by a charge.")),
        Line(
            _("Run"),
            _("Up to twice M; not if %(enemy)s at the start, once charges are declared. No shot, no hiding.")
            % {"enemy": enemy},
        ),
        Line(
            _("Ground"),
            sentences(
                ground,
                _("Objects up to %(height)s are stepped over freely.") % {"height": inches(table.leap_limit)}
                if rules.leap_limit_inclusive
                else _("Objects under %(height)s are stepped over freely.") % {"height": inches(table.leap_limit + 1)},
            ),
        ),
    ]


def _charges(rules: Rules) -> list[Line]:
    """Rules: MV-CHG-01 to MV-CHG-09, MV-INT-01 to MV-INT-03, SHOOT-REACT-01"""
    unseen = {
        "near": _("Unseen enemy within %(reach)s: Initiative test first.") % {"reach": inches(SEARCH_REACH)},
        "never": _("Only at enemies in sight."),
        "reach": _("Unseen enemy: Initiative test first."),
    }[rules.unseen_charge]
    failed = (
        _("Moves up to %(length)s, no nearer than %(gap)s.")
        % {"length": inches(rules.failed_charge_advance), "gap": inches(KEEP_OFF)}
        if rules.failed_charge_advance
        else _("Moves its M along the route.")
    )
    zone = {"zone": inches(ZONE)}
    intercept = {
        "ask": _("An unengaged, standing enemy within %(zone)s of the route may step in and is fought instead."),
        "automatic": _("An unengaged, standing enemy within %(zone)s of the route is fought instead."),
        "blocks": _("Not allowed if the route passes within %(zone)s of a nearer enemy."),
    }[rules.interception] % zone
    reactions = _("Reactions: hold, stand and shoot, or flee.") if rules.charge_reactions else ""
    return [
        Line(
            _("Charge"),
            sentences(
                _("Up to twice M into contact, by any path.")
                if rules.charge_route == "free"
                else _("Up to twice M into contact, by the most direct route."),
                unseen,
                reactions,
            ),
        ),
        Line(
            _("Failed charge"),
            sentences(failed, _("No shot.") if rules.failed_charge_may_cast else _("No shot, no spell.")),
        ),
        Line(_("Interception"), intercept),
    ]


def _heights(rules: Rules) -> list[Line]:
    """Rules: MV-CLIMB-01 to MV-CLIMB-05, MV-LADDER-01, MV-JUMPDN-01, MV-GAP-01, MV-GAP-02, MV-DIVE-01"""
    table = move_rules(rules)
    jump = {"limit": inches(table.jump_max or 0), "step": inches(TEST_EVERY)}
    gap = {"width": inches(table.gap_max), "drop": inches(table.gap_free_drop or 0)}
    strength = (
        _("+1 Strength for each full %(step)s jumped") % {"step": inches(TEST_EVERY)}
        if rules.diving_strength_per_two_inches
        else _("+1 Strength")
    )
    return [
        Line(
            _("Climb"),
            sentences(
                _("Up to M in a phase; one Initiative test. Failed going up: stays; going down: falls."),
                _("Must touch the wall at the start of the phase.") if table.climb_from_contact_only else "",
                _("Ladders: no test, but they count as climbing.")
                if table.ladder_is_climb
                else _("Ladders and stairs: like open ground."),
                "" if table.animals_climb else _("Animals do not climb."),
            ),
        ),
        Line(
            _("Jump down"),
            (
                _("At most %(limit)s: one Initiative test for each full %(step)s. Failed: falls.")
                if table.jump_max
                else _("Any height: one Initiative test for each full %(step)s. Failed: falls.")
            )
            % jump,
        ),
        Line(
            _("Jump a gap"),
            (
                _("At most %(width)s, paid from the move: one Initiative test. Failed or too short: falls.")
                if table.gap_tested
                else _("At most %(width)s, without a test; landing more than %(drop)s lower needs one.")
            )
            % gap,
        ),
        Line(
            _("Diving charge"),
            _(
                "From %(height)s or more at an enemy within %(reach)s of the landing place, tested as a jump down: "
                "+1 to hit, %(strength)s in that combat phase."
            )
            % {"height": inches(DIVE_FROM), "reach": inches(DIVE_REACH), "strength": strength},
        ),
    ]


def _falls(rules: Rules) -> Line:
    """Rules: MV-FALL-01, MV-FALL-03, MV-SLIP-01"""
    return Line(
        _("Fall"),
        sentences(
            _("D3 hits, Strength = inches fallen (at most %(most)d); no armour saves, no critical hits.")
            % {"most": HARDEST},
            _("No further move, no hiding.")
            if rules.fallen_may_shoot
            else _("No further move, no hiding, no shot, no spell."),
            (
                _("A model that goes down or flees within %(reach)s of an edge: Initiative test or falls.")
                if rules.slip_when_fleeing
                else _("A model that goes down within %(reach)s of an edge: Initiative test or falls.")
            )
            % {"reach": inches(SLIP_REACH)},
        ),
    )


def _hiding(rules: Rules) -> Line:
    """Rules: MV-HIDE-01 to MV-HIDE-07"""
    where = _("Behind cover at the end of a move, without a run, charge or fall;")
    if rules.detection == "test":
        return Line(
            _("Hide"),
            sentences(
                where,
                _("not within %(reach)s or in clear view of an enemy.") % {"reach": inches(TOO_CLOSE)},
                _("Found by an Initiative test within twice the Initiative in inches, once a turn."),
            ),
        )
    return Line(
        _("Hide"),
        sentences(where, _("enemies notice it within their Initiative in inches, or when they move to see it.")),
    )


def _downed_moves(rules: Rules) -> list[Line]:
    """Rules: MV-CRAWL-01, MV-CRAWL-02, MV-FLEE-01, MV-FLEE-02"""
    crawl = {"length": inches(CRAWL)}
    away = _("directly away from the enemies") if rules.first_flight == "away" else _("to the nearest table edge")
    more = _('(3D6" with more than M %(fast)d, except All Alone)') % {"fast": FAST}
    return [
        Line(
            _("Crawl"),
            (
                _("Knocked down or stunned: %(length)s.")
                if rules.stunned_crawl
                else _("Knocked down: %(length)s. Stunned: nothing.")
            )
            % crawl,
        ),
        Line(
            _("Flee"),
            sentences(
                _('First 2D6" %(away)s') % {"away": away} + ("," if not rules.break_distance_by_move else ""),
                more + "," if rules.break_distance_by_move else "",
                _('then 2D6" to the nearest edge each turn until rallied. Off the table: lost for the battle.'),
            ),
        ),
    ]


def psychology_part(rules: Rules) -> Part:
    """Leadership, rout and the tests of psychology."""
    near = {"reach": inches(NEAR_FRIEND)}
    lines = [
        Line(_("Leadership test"), _("2D6, equal to or below Leadership (Ld).")),
        Line(
            _("Leader"),
            _("Warriors within %(reach)s use the leader's Ld, unless the leader flees or is down.") % near,
        ),
        *_rout(rules),
        *_all_alone(rules),
        Line(
            _("Fear"),
            sentences(
                _("Charged by it: Ld test, or hit only on 6 this round."),
                _("To charge it: Ld test, or stay in place (failed charge).")
                if rules.fear_failed_charge_stands
                else _("To charge it: Ld test, or a failed charge."),
            ),
        ),
        *_keywords(rules),
        _frenzy(rules),
        Line(_("Hatred"), _("Re-roll misses in the first round of each combat.")),
        _stupidity(rules),
        Line(_("Immune"), _("To psychology: no tests but Rout tests.")),
        *_panic(rules),
    ]
    return Part(_("Rout and psychology"), lines)


def _rout(rules: Rules) -> list[Line]:
    """Rules: PSY-ROUT-01, PSY-ROUT-02, PSY-VROUT-01"""
    if not rules.rout_tests:
        return [Line(_("Rout"), _("No Rout tests: play to the last warrior."))]
    return [
        Line(
            _("Rout"),
            sentences(
                _("With at least %(percent)d%% of the models out of action: Ld test at the start of your turn.")
                % {"percent": ROUT_PERCENT},
                _("Failed: the battle is lost."),
                _("Leader fleeing or down: highest Ld of another able model.")
                if rules.rout_substitute_must_be_able
                else _("Leader out of action or stunned: highest Ld of another model."),
                _("Instead of a test that is due, you may rout.") if rules.voluntary_rout else "",
            ),
        )
    ]


def _all_alone(rules: Rules) -> list[Line]:
    """Rules: PSY-ALONE-01, CC-BREAK-01"""
    if not rules.all_alone:
        return []
    text = (
        _("Alone against two or more of its size or larger, no able friend within %(reach)s: Ld test after combat.")
        if rules.all_alone_counts_size
        else _("Alone against two or more, no able friend within %(reach)s: Ld test after combat.")
    )
    failed = _("Failed: each enemy in contact hits once automatically, then it flees.")
    return [Line(_("All Alone"), sentences(text % {"reach": inches(NEAR_FRIEND)}, failed))]


def _keywords(rules: Rules) -> list[Line]:
    """Rules: PSY-TERROR-01, PSY-STUB-01, PSY-UNBR-01"""
    if not rules.keywords:
        return []
    return [
        Line(_("Terror"), _("Works like fear, and models that cause fear must test too.")),
        Line(_("Stubborn"), _("After a failed Rout test, its own Ld test lets it stay. Unbreakable: always stays.")),
    ]


def _frenzy(rules: Rules) -> Line:
    """Rules: PSY-FRENZY-01 to PSY-FRENZY-03"""
    return Line(
        _("Frenzy"),
        sentences(
            _("Must charge if it can."),
            _("Attacks doubled.") if rules.frenzy_doubles else _("+1 Attack."),
            _("Ends when knocked down, stunned or fleeing.")
            if rules.frenzy_ends_when_fleeing
            else _("Ends when knocked down or stunned."),
        ),
    )


def _stupidity(rules: Rules) -> Line:
    """Rule: PSY-STUPID-01"""
    if rules.stupidity == "minder":
        text = _("No voluntary action without an able friend who is not stupid within %(reach)s at the turn's start.")
        return Line(_("Stupidity"), text % {"reach": inches(NEAR_FRIEND)})
    return Line(
        _("Stupidity"),
        _("Ld test each turn. Failed: no attacks, shots or spells. If not engaged, D6: 1–3 half M ahead, 4–6 nothing."),
    )


def _panic(rules: Rules) -> list[Line]:
    """House rule. Rule: PSY-PANIC-01"""
    return [Line(_("Panic"), _("Ld test; failed: it flees. See the house rules."))] if rules.panic_triggers else []
