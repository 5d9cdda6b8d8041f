import { type ReactNode, useId, useState } from "react";
import type { OneTimePurchase, Subscription } from "../../../kit/billing/purchases";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { dateText } from "../../../ui/text/date-text";
import { Name } from "../../../ui/text/name";
import { useShownCode } from "../../code/shown-code";
import { useAsk } from "../../dialogs/modal";
import { Row, RowList } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { subscriptionCode } from "../customer-code";
import { pricesText, statusOf } from "../purchase-texts";
import { type Customer, changeSubscription, purchaseOptions } from "../queries";

const SwitchDialog = lazyDialog(() => import("./customer-dialogs"), "SwitchDialog");

/** Shows what a customer subscribes to, has bought once, and has for free. Subscriptions are changed and cancelled here. */
export function PurchasesCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const data = useRead(purchaseOptions, customer);
  const askToChange = useAskToChange(customer);
  const [switched, setSwitched] = useState<Subscription>();
  const { subscriptions = [], oneTimePurchases = [], includedOffers = [] } = data ?? {};
  return (
    <Card title={t("Purchases")} description={t("What the customer subscribes to and has bought, newest first.")}>
      <RowList
        label={t("Purchases")}
        empty={t("Nothing yet. Send the customer a checkout link, or grant an offer in test mode.")}
      >
        {subscriptions.map((subscription) => (
          <PurchaseRow
            key={subscription.id}
            purchase={subscription}
            badges={<SubscriptionBadge subscription={subscription} />}
            time={timeText(subscription, t)}
            actions={[
              subscription.switchOptions.length > 0 && [t("Change plan"), () => setSwitched(subscription)],
              subscription.canResume && [t("Resume subscription"), () => askToChange("resume", subscription)],
              subscription.canCancel && [t("Cancel subscription"), () => askToChange("cancel", subscription)],
            ]}
          />
        ))}
        {oneTimePurchases.map((purchase) => (
          <PurchaseRow
            key={purchase.id}
            purchase={purchase}
            badges={purchase.refundedAt && <Badge>{t("Refunded")}</Badge>}
            time={t("Bought on {date}", { date: dateText(purchase.createdAt, t) })}
          />
        ))}
        {includedOffers.map(({ offerId, offerDisplayName }) => (
          <Row
            key={offerId}
            title={<Name>{offerDisplayName}</Name>}
            badges={<Badge tone="accent">{t("Included for free")}</Badge>}
          />
        ))}
      </RowList>
      {switched && <SwitchDialog subscription={switched} customer={customer} onClose={() => setSwitched(undefined)} />}
    </Card>
  );
}

/** Returns a function that asks before a subscription is cancelled, or goes on. */
function useAskToChange(customer: Customer) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const ask = useAsk();
  return (change: "cancel" | "resume", subscription: Subscription) => {
    const { id, offerDisplayName: offer } = subscription;
    const isCancelling = change === "cancel";
    ask({
      title: isCancelling ? t("Cancel {offer}?", { offer }) : t("Resume {offer}?", { offer }),
      description: isCancelling ? cancellationText(subscription, t) : t("The cancellation is taken back."),
      confirmLabel: isCancelling ? t("Cancel subscription") : t("Resume subscription"),
      confirmVariant: isCancelling ? "danger" : "primary",
      dismissLabel: isCancelling ? t("Keep subscription") : undefined,
      successMessage: isCancelling ? t("{offer} is cancelled.", { offer }) : t("{offer} goes on.", { offer }),
      mutationFn: async () => {
        await changeSubscription(app, customer, id, change);
        show({
          title: isCancelling ? t("Cancel a subscription") : t("Resume a subscription"),
          code: subscriptionCode(customer, change, id),
        });
      },
    });
  };
}

interface PurchaseRowProps {
  purchase: Subscription | OneTimePurchase;
  badges: ReactNode;
  time?: string;
  actions?: readonly (readonly [text: string, run: () => void] | false)[];
}

function PurchaseRow({ purchase, badges, time, actions = [] }: PurchaseRowProps) {
  const t = useTranslation();
  const nameId = useId();
  const { offerDisplayName: offer, quantity, price, isTest } = purchase;
  const buttons = actions.flatMap((action) => (action ? [action] : []));
  return (
    <Row
      title={
        <span id={nameId}>
          <Name>{quantity === 1 ? offer : `${quantity.toLocaleString(t.language)} × ${offer}`}</Name>
        </span>
      }
      badges={
        <>
          {badges}
          {isTest && <Badge tone="warning">{t("Test mode")}</Badge>}
        </>
      }
      detail={[pricesText(price, quantity, t), time].filter(Boolean).join(" · ")}
      actions={buttons.map(([text, run]) => (
        <Button key={text} variant="secondary" size="small" onClick={run} aria-describedby={nameId}>
          {text}
        </Button>
      ))}
    />
  );
}

function SubscriptionBadge({ subscription: { status, cancelsAtPeriodEnd, endedAt } }: { subscription: Subscription }) {
  const t = useTranslation();
  if (cancelsAtPeriodEnd && !endedAt) return <Badge tone="warning">{t("Cancelled")}</Badge>;
  const [tone, label] = statusOf(status) ?? [];
  return label && <Badge tone={tone}>{t(label)}</Badge>;
}

/** Returns until when a subscription goes on, and whether it is renewed then. In test mode none is. */
function timeText(subscription: Subscription, t: Translate): string | undefined {
  const { status, currentPeriodEnd, endedAt, cancelsAtPeriodEnd, isTest } = subscription;
  if (endedAt) return t("Ended on {date}", { date: dateText(endedAt, t) });
  if (!currentPeriodEnd || (status !== "active" && status !== "trialing")) return undefined;
  const date = dateText(currentPeriodEnd, t);
  return cancelsAtPeriodEnd || isTest ? t("Ends on {date}", { date }) : t("Renews on {date}", { date });
}

function cancellationText({ status, currentPeriodEnd }: Subscription, t: Translate): string {
  if (status !== "active" && status !== "trialing") return t("It ends at once.");
  if (!currentPeriodEnd) return t("It ends with the period that is paid for, and is not renewed.");
  const date = dateText(currentPeriodEnd, t);
  return t("The customer keeps it until {date}, and it is not renewed. It can be resumed until then.", { date });
}
