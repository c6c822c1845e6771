"""Operation to report a problem to the staff of the site."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import ProblemReport, User
from accounts.problem_reports import services
from accounts.problem_reports.serializers import ProblemReportShape
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import required_text

PAGE = rf"^(/[^\\\s]{{0,{services.LONGEST_PAGE - 1}}})?$"


class SendProblemReport(
    Operation,
    name="problem_reports_send",
    who="every user",
    limit="messages",
    knows_keys=False,
    status=201,
    response=ProblemReportShape,
    component="ProblemReportRequest",
    example={"text": "The rating counts the dead hero.", "page": "/warbands/9sRt2VbYm5Qd/"},
):
    """Report to the staff of this site that something is wrong, such as an error on a page or in a rule."""

    text: Annotated[str, *required_text(2000)]
    page: Annotated[str, Field(pattern=PAGE, description="The address on this site, from its first slash.")] = ""
    browser: Annotated[str, Field(max_length=200)] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> None:
        return None

    def carry_out(self, target: None, call: Call) -> ProblemReport:
        return services.send(user_id=call.actor.pk, text=self.text, page=self.page, browser=self.browser, at=call.at)

    @classmethod
    def response_of(cls, target: None, result: ProblemReport, call: Call) -> dict[str, Any]:
        return {
            "id": result.public_id,
            "at": result.at,
            "page": result.page,
            "text": result.text,
            "version": result.version,
        }


OPERATIONS = (SendProblemReport,)
