"""The status of every address of the site: GET by a visitor, a stranger and the owner, then an empty POST by a visitor
and a stranger.

Everything requested belongs to the owner and is private: warbands, a closed league, a battle that is found only by its
link. So a stranger gets 404 where the owner gets 200; 405 is the wrong method, 302 and 401 lead to signing in, 400 and
422 are an empty form. A battle is open to everyone with its link, except that of the closed league (see
`CIRCLE_ALONE`).
"""

from tests.shell.answers.api import ANSWERS_OF_API
from tests.shell.answers.pages import ANSWERS_OF_PAGES

ANSWERS = ANSWERS_OF_PAGES | ANSWERS_OF_API

# Strangers get 404 for everything of a private league's battle. A battle played on the board has no sheet, not even for
# its players.
ON_PAPER = (
    "battles/<pid:pid>/sheet/",
    "battles/<pid:pid>/sheet/count/",
    "api/v1/battles/<pid:pid>/sheet/",
    "api/v1/battles/<pid:pid>/sheet/count/",
)
CIRCLE_ALONE = tuple(address for address in ANSWERS if "battles/<pid:pid>/" in address and address not in ON_PAPER)
