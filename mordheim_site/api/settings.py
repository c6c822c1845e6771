"""Settings of the API and its schema. None of them differs between machines."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one decides the answer to an unknown caller: 401 with its scheme, not 403.
        "accounts.api_keys.services.KeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["mordheim_site.api.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "mordheim_site.api.paging.NumberedPagination",
    "DEFAULT_FILTER_BACKENDS": [],
    "DEFAULT_SCHEMA_CLASS": "mordheim_site.api.schema.ApiSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "accounts.throttles.ByAddress",
        "accounts.throttles.ByUser",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "600/min"},
    "EXCEPTION_HANDLER": "mordheim_site.api.errors.exception_handler",
    "PAGE_SIZE": 50,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Mordheim API",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "mordheim_site.api.nullable.spell_out_null",
        "mordheim_site.api.states.list_states",
        "mordheim_site.api.schema.explain_choices",
        "mordheim_site.api.field_texts.describe_fields",
        "mordheim_site.api.examples.add_examples",
        "mordheim_site.api.guide.add_guide",
    ],
    "ENUM_NAME_OVERRIDES": {
        "CampaignStatusEnum": ["running", "paused", "closed", "archived"],
        "CreateRequestAudienceEnum": ["public", "members"],
        "SlotEnum": [
            "close_combat",
            "missile",
            "body_armour",
            "shield",
            "buckler",
            "helmet",
            "misc",
            "ammunition",
            "mount",
        ],
        "BareGroundEnum": ["open", "difficult", "very_difficult"],
        "FloorSideEnum": ["all", "north", "east", "south", "west"],
        "GroundEnum": [
            "open",
            "difficult",
            "very_difficult",
            "shallow_water",
            "deep_water",
            "impassable_ground",
            "impassable_solid",
        ],
        "ConnectorKindEnum": ["ladder", "rope", "stairs"],
        "LeagueFileFormatEnum": ["mordheim-league"],
        "OpeningKindEnum": ["door", "window", "hatch", "gate"],
        "SaveFormatEnum": ["mordheim-warband"],
        "SaveStatusEnum": ["draft", "founded"],
        "SavedMatchStatusEnum": ["planned", "playing", "reported", "agreed", "disputed", "void"],
        "SavedWarriorKindEnum": ["hero", "henchman_group", "hired_sword", "dramatis_persona", "animal"],
        "SavedWarriorStatusEnum": ["active", "captured", "dead", "retired"],
        "DeviceThemeEnum": ["device", "light", "dark"],
        "LeagueThemeEnum": ["plain", "ember", "moss", "river", "tallow"],
        "PlayOnOpponentEnum": ["bot", "hot_seat", "invited"],
        "SandboxOpponentEnum": ["bot", "hot_seat"],
        "TerrainPackEnum": ["none", "few", "many"],
        "VisibilityEnum": ["private", "link", "public"],
    },
    "PATH_CONVERTER_OVERRIDES": {
        "pid": {"type": "string", "pattern": "^[0-9A-Za-z]{12}$"},
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
        "int": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    },
}
