import { type ReactNode, useId, useState } from "react";
import type { OneTimePurchase, Subscription } from "../../../kit/billing/purchases";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { dateText } from "../../../ui/text/date-text";
import { Name } from "../../../ui/text/name";
import { useShownCode } from "../../code/shown-code";
import { useAsk } from "../../dialogs/modal";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { subscriptionCode } from "../customer-code";
import { pricesText, statusOf } from "../purchase-texts";
import { type Customer, changeSubscription, purchaseOptions } from "./queries";

const SwitchDialog = lazyDialog(() => import("./customer-dialogs"), "SwitchDialog");

/** Shows what a customer subscribes to, has bought once, and has for free. Subscriptions are changed and cancelled here. */
export function PurchasesCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const data = useRead(purchaseOptions, customer);
  const askToChange = useAskToChange(customer);
  const [switched, setSwitched] = useState<Subscription>();
  const { subscriptions = [], oneTimePurchases = [], includedOffers = [] } = data ?? {};
  const ids = useId();
  const nameId = (id: string) => `${ids}-${id}`;
  const isEmpty = subscriptions.length + oneTimePurchases.length + includedOffers.length === 0;
  return (
    <Card title={t("Purchases")} description={t("What the customer subscribes to and has bought, newest first.")}>
      {isEmpty ? (
        <p className="text-sm text-ink-soft">
          {t("Nothing yet. Send the customer a checkout link, or grant an offer in test mode.")}
        </p>
      ) : (
        <ul aria-label={t("Purchases")} className="-my-3 flex flex-col divide-y divide-line">
          {subscriptions.map((subscription) => (
            <PurchaseRow
              key={subscription.id}
              nameId={nameId(subscription.id)}
              purchase={subscription}
              badges={<SubscriptionBadge subscription={subscription} />}
              time={timeText(subscription, t)}
            >
              {subscription.switchOptions.length > 0 && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => setSwitched(subscription)}
                  aria-describedby={nameId(subscription.id)}
                >
                  {t("Change plan")}
                </Button>
              )}
              {subscription.canResume && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => askToChange("resume", subscription)}
                  aria-describedby={nameId(subscription.id)}
                >
                  {t("Resume subscription")}
                </Button>
              )}
              {subscription.canCancel && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => askToChange("cancel", subscription)}
                  aria-describedby={nameId(subscription.id)}
                >
                  {t("Cancel subscription")}
                </Button>
              )}
            </PurchaseRow>
          ))}
          {oneTimePurchases.map((purchase) => (
            <PurchaseRow
              key={purchase.id}
              nameId={nameId(purchase.id)}
              purchase={purchase}
              badges={purchase.refundedAt && <Badge>{t("Refunded")}</Badge>}
              time={t("Bought on {date}", { date: dateText(purchase.createdAt, t) })}
            />
          ))}
          {includedOffers.map(({ offerId, offerDisplayName }) => (
            <li key={offerId} className="flex flex-wrap items-center gap-2 py-3 text-sm font-medium text-ink">
              <Name className="wrap-anywhere">{offerDisplayName}</Name>
              <Badge tone="accent">{t("Included for free")}</Badge>
            </li>
          ))}
        </ul>
      )}
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
  /** Of the element with the name, for the buttons of the row. */
  nameId: string;
  purchase: Subscription | OneTimePurchase;
  badges: ReactNode;
  time?: string;
  children?: ReactNode;
}

function PurchaseRow({ nameId, purchase, badges, time, children }: PurchaseRowProps) {
  const t = useTranslation();
  const { offerDisplayName: offer, quantity, price, isTest } = purchase;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere text-ink">
          <span id={nameId}>
            <Name>{quantity === 1 ? offer : `${quantity.toLocaleString(t.language)} × ${offer}`}</Name>
          </span>
          {badges}
          {isTest && <Badge tone="warning">{t("Test mode")}</Badge>}
        </span>
        <span className="text-ink-soft">{[pricesText(price, quantity, t), time].filter(Boolean).join(" · ")}</span>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </li>
  );
}

function SubscriptionBadge({ subscription: { status, cancelsAtPeriodEnd, endedAt } }: { subscription: Subscription }) {
  const t = useTranslation();
  if (cancelsAtPeriodEnd && !endedAt) return <Badge tone="warning">{t("Cancelled")}</Badge>;
  const known = statusOf(status);
  return known && <Badge tone={known.tone}>{t(known.label)}</Badge>;
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
