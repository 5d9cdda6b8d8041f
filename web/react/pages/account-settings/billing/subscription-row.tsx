import { type ReactNode, useId, useState } from "react";
import { billingOf } from "../../../../kit/billing/billing";
import type { Subscription } from "../../../../kit/billing/purchases";
import { RequestError } from "../../../../kit/errors/request-error";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { dateText } from "../../../../ui/text/date-text";
import { Name } from "../../../../ui/text/name";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { SwitchPlanDialog } from "../../../components/billing-parts";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { boughtText, type Customer, costText, type PaidCurrency } from "./purchases";
import { statusLabel } from "./subscription-status";

type Asked = "switch" | "cancel" | "resume";

type SubscriptionRowProps = { customer: Customer; subscription: Subscription; currency: PaidCurrency };

/** A subscription with what it costs and until when, and what its customer can change about it. */
export function SubscriptionRow({ customer, subscription, currency }: SubscriptionRowProps) {
  const t = useTranslation();
  const nameId = useId();
  const [asked, setAsked] = useState<Asked>();
  const { id, offerDisplayName: offer, isTest, price, quantity, currentPeriodEnd } = subscription;
  const [tone, label] = statusLabel(subscription);
  const bought = boughtText(subscription, t);
  const cost = price ? costText(price, quantity, currency, t) : undefined;
  const dialog = (each: Asked) => ({
    isOpen: asked === each,
    onOpenChange: (isOpen: boolean) => setAsked(isOpen ? each : undefined),
    describeError: describeBillingFailure,
  });
  const opens = (each: Asked, text: string): ReactNode => (
    <Button variant="secondary" size="small" aria-describedby={nameId} onClick={() => setAsked(each)}>
      {text}
    </Button>
  );

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
          <span id={nameId} className="wrap-anywhere">
            <Name>{bought}</Name>
          </span>
          <Badge tone={tone}>{t(label)}</Badge>
          {isTest && <Badge>{t("Test mode")}</Badge>}
        </span>
        {cost && subscription.status !== "trialing" && <span className="text-sm text-ink">{cost}</span>}
        <span className="text-sm text-ink-soft">{timeText(subscription, cost, t)}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        {subscription.switchOptions.length > 0 && opens("switch", t("Change plan"))}
        {subscription.canResume && opens("resume", t("Resume subscription"))}
        {subscription.canCancel && opens("cancel", t("Cancel subscription"))}
      </div>
      {asked === "switch" && (
        <SwitchPlanDialog
          {...dialog("switch")}
          subscription={subscription}
          current={cost ? t("Now: {offer}, {price}", { offer: bought, price: cost }) : bought}
          priceOf={(option) => costText(option.price, quantity, currency, t)}
          note={t(
            "The change takes effect at once. What is paid already for the current period is taken into account.",
          )}
          onSwitch={(option) => billingOf(customer).switch(id, option)}
        />
      )}
      <ConfirmMutation
        {...dialog("cancel")}
        title={t("Cancel {offer}?", { offer })}
        description={cancellationText(subscription, t)}
        confirmLabel={t("Cancel subscription")}
        dismissLabel={t("Keep subscription")}
        mutationFn={() => billingOf(customer).cancel(id)}
        successMessage={t("{offer} is cancelled.", { offer })}
      />
      <ConfirmMutation
        {...dialog("resume")}
        title={t("Resume {offer}?", { offer })}
        description={
          isTest && currentPeriodEnd
            ? t("Ends on {date}.", { date: dateText(currentPeriodEnd, t) })
            : t("It goes on as before, and is renewed at the end of each period: {price}.", { price: cost ?? "" })
        }
        confirmLabel={t("Resume subscription")}
        confirmVariant="primary"
        mutationFn={() => billingOf(customer).resume(id)}
        successMessage={t("{offer} goes on.", { offer })}
      />
    </li>
  );
}

/** Returns until when a subscription goes on, and whether it is renewed then. In test mode none is. */
function timeText(subscription: Subscription, cost: string | undefined, t: Translate): string | undefined {
  const { status, currentPeriodEnd, endedAt, cancelsAtPeriodEnd, isTest } = subscription;
  if (endedAt) return t("Ended on {date}.", { date: dateText(endedAt, t) });
  if (!currentPeriodEnd || (status !== "active" && status !== "trialing")) return undefined;
  const date = dateText(currentPeriodEnd, t);
  if (cancelsAtPeriodEnd || isTest) return t("Ends on {date}.", { date });
  if (status === "trialing" && cost) return t("Free until {date}, then {price}.", { date, price: cost });
  return t("Renews on {date}.", { date });
}

function cancellationText({ status, currentPeriodEnd }: Subscription, t: Translate): string {
  if (status !== "active" && status !== "trialing") return t("It ends at once.");
  if (!currentPeriodEnd) return t("It ends with the period that is paid for, and is not renewed.");
  return t("It stays until {date}, and is not renewed. You can resume it until then.", {
    date: dateText(currentPeriodEnd, t),
  });
}

/** A sentence for a refused change of a subscription. */
function describeBillingFailure(error: unknown, t: Translate): string {
  if (!(error instanceof RequestError)) return describeFailure(error, t);
  switch (error.status) {
    case 402:
      return t("The payment did not succeed, and the plan stays as it was. Update the payment method, then try again.");
    case 400:
    case 404:
    case 409:
      return t("The subscription has changed in the meantime. Close this, and look at it again.");
    default:
      return describeFailure(error, t);
  }
}
