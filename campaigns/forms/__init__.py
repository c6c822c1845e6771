"""Shape and range of what a press sends; whether it is allowed is the service's to say."""

from campaigns.forms.dealing import DealForm
from campaigns.forms.house import HouseForm
from campaigns.forms.joining import HandOverForm, InviteForm, JoinForm, LeagueFileForm, NewWarbandForm
from campaigns.forms.packs import PacksForm
from campaigns.forms.results import DRAW, AwardForm, ResultForm
from campaigns.forms.rounds import AnswerForm, ChallengeForm, DateForm, PlanForm, ScenarioForm
from campaigns.forms.settings import NUMBERS, ChangeForm, CreateForm, FormulaForm, NoticeForm, RoleForm
from campaigns.forms.telling import CommentForm, NoticeChoiceForm, PostForm, SiteForm, WebhookForm
from campaigns.forms.world import CountForm, FactionForm, ResourcesForm

__all__ = [
    "AnswerForm", "AwardForm", "ChallengeForm", "ChangeForm", "CommentForm", "CountForm", "CreateForm", "DRAW",
    "DateForm", "DealForm", "FactionForm", "FormulaForm", "HandOverForm", "HouseForm", "InviteForm", "JoinForm",
    "LeagueFileForm", "NUMBERS", "NewWarbandForm", "NoticeChoiceForm", "NoticeForm", "PacksForm", "PlanForm",
    "PostForm", "ResourcesForm", "ResultForm", "RoleForm", "ScenarioForm", "SiteForm", "WebhookForm",
]  # fmt: skip
