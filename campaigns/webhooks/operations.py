"""Operations of arbitrators on webhooks: add, test, turn on and off, remove, and repeat a failed delivery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from accounts.models import User
from campaigns.core import refusals
from campaigns.core.operation import ArbitratorOperation
from campaigns.core.outgoing_requests import BadAddress
from campaigns.core.permissions import CampaignAccess, access_to_run
from campaigns.core.webhook_kinds import KINDS
from campaigns.models import Delivery, Webhook
from campaigns.webhooks import services
from campaigns.webhooks.serializers import CALLBACKS, DeliveryOut, WebhookOut, delivery_json, webhook_json
from mordheim_site.operations.base import Call

if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[tuple(KINDS)]


class AddWebhook(
    ArbitratorOperation,
    name="campaigns_add_webhook",
    status=201,
    knows_keys=False,
    response=WebhookOut,
    example={"url": "https://example.org/mordheim", "form": "generic", "kinds": ["match_played"]},
    callbacks=CALLBACKS,
    errors=(BadAddress, refusals.TooManyWebhooks),
):
    """Add a webhook: an address that receives the events of the campaign, signed with the `secret` in the response."""

    url: Annotated[str, Field(min_length=1, max_length=400, description="An https address.")]
    form: Annotated[
        Literal["", "generic", "discord"],
        Field(
            description=(
                '`generic`: signed JSON; `discord`: a message in the format of chats; "": `discord` for addresses of '
                "Discord, otherwise `generic`."
            )
        ),
    ] = ""
    kinds: Annotated[
        list[Kind], Field(max_length=len(KINDS), description="The events that it receives; empty for every event.")
    ] = []

    def carry_out(self, target: CampaignAccess, call: Call) -> Webhook:
        return services.add(
            campaign_id=target.campaign.pk,
            actor_id=call.actor.pk,
            url=self.url.strip(),
            form=self.form,
            kinds=list(self.kinds),
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: CampaignAccess, result: Webhook, call: Call) -> dict[str, Any]:
        return webhook_json(result)


class WebhookOperation(ArbitratorOperation, knows_keys=False):
    """An action on one webhook."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the webhook. Raises Http404, NotTheArbitrator."""
        return access_to_run(actor, address["slug"]), address["pid"]


class SwitchWebhook(
    WebhookOperation,
    name="campaigns_switch_webhook",
    response=WebhookOut,
    example={"is_on": False},
    errors=(refusals.NoSuchWebhook,),
):
    """Turn a webhook on or off."""

    is_on: bool

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> Webhook:
        access, webhook = target
        return services.switch(
            campaign_id=access.campaign.pk, actor_id=call.actor.pk, webhook=webhook, is_on=self.is_on
        )

    @classmethod
    def response_of(cls, target: Any, result: Webhook, call: Call) -> dict[str, Any]:
        return webhook_json(result)


class RemoveWebhook(
    WebhookOperation,
    name="campaigns_remove_webhook",
    status=204,
    knows_keys=False,
    errors=(refusals.NoSuchWebhook,),
):
    """Remove a webhook with its pending deliveries."""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> tuple[CampaignAccess, str]:
        """The caller's membership and the webhook. Raises Http404, NotTheArbitrator, NoSuchWebhook."""
        access, webhook = super().target_for(actor, **address)
        if not access.campaign.webhooks.filter(public_id=webhook).exists():
            raise refusals.NoSuchWebhook
        return access, webhook

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> None:
        access, webhook = target
        services.remove(campaign_id=access.campaign.pk, actor_id=call.actor.pk, webhook=webhook)


class SendTest(
    WebhookOperation,
    name="campaigns_test_webhook",
    status=202,
    limit="messages",
    knows_keys=False,
    response=DeliveryOut,
    errors=(refusals.NoSuchWebhook,),
):
    """Send a test message to a webhook, even if it is turned off. Its `event` is `test`."""

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> Delivery:
        access, webhook = target
        return services.request_test(
            campaign_id=access.campaign.pk, actor_id=call.actor.pk, webhook=webhook, now=call.at
        )

    @classmethod
    def response_of(cls, target: Any, result: Delivery, call: Call) -> dict[str, Any]:
        return delivery_json(result)


class SendAgain(
    WebhookOperation,
    name="campaigns_send_delivery_again",
    limit="messages",
    response=DeliveryOut,
    errors=(refusals.NoSuchDelivery, refusals.DeliveryNotFailed),
):
    """Repeat a failed delivery of a webhook. A delivery that is still waiting stays unchanged."""

    def carry_out(self, target: tuple[CampaignAccess, str], call: Call) -> Delivery:
        access, delivery = target
        return services.send_again(
            campaign_id=access.campaign.pk, actor_id=call.actor.pk, delivery=delivery, now=call.at
        )

    @classmethod
    def response_of(cls, target: Any, result: Delivery, call: Call) -> dict[str, Any]:
        return delivery_json(result)


OPERATIONS = (AddWebhook, SwitchWebhook, RemoveWebhook, SendTest, SendAgain)
