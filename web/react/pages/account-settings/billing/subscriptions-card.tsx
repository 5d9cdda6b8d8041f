import ChevronDownIcon from "lucide-react/icons/chevron-down";
import type { IncludedOffer, Subscription } from "../../../../kit/billing/purchases";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import type { Customer } from "../../../queries/billing-queries";
import { EmptyNote } from "../parts/empty-note";
import type { PaidCurrency } from "./bought-text";
import { SubscriptionRow } from "./subscription-row";

type SubscriptionsCardProps = {
  customer: Customer;
  current: readonly Subscription[];
  ended: readonly Subscription[];
  /** Free offers that the customer has without having bought them. */
  included: readonly IncludedOffer[];
  currency: PaidCurrency;
};

export function SubscriptionsCard({ customer, current, ended, included, currency }: SubscriptionsCardProps) {
  const t = useTranslation();
  const rows = (subscriptions: readonly Subscription[]) =>
    subscriptions.map((subscription) => (
      <SubscriptionRow
        key={subscription.id}
        customer={customer}
        subscription={subscription}
        currency={subscription.isTest ? null : currency}
      />
    ));
  return (
    <Card title={t("Subscriptions")}>
      <div className="flex flex-col gap-4">
        {current.length + included.length === 0 ? (
          <EmptyNote>{t("There are no subscriptions.")}</EmptyNote>
        ) : (
          <ul aria-label={t("Subscriptions")} className="-my-4 flex flex-col divide-y divide-line">
            {rows(current)}
            {included.map(({ offerId, offerDisplayName }) => (
              <li key={offerId} className="flex flex-col gap-0.5 py-4">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
                  <Name className="wrap-anywhere">{offerDisplayName}</Name>
                  <Badge>{t("Included")}</Badge>
                </span>
                <span className="text-sm text-ink-soft">{t("Free")}</span>
              </li>
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details className="group -mx-5 -mb-5 border-t border-line px-5 sm:-mx-6 sm:px-6">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
              <ChevronDownIcon
                className="size-4 shrink-0 transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
              {t("Ended subscriptions")}
            </summary>
            <ul aria-label={t("Ended subscriptions")} className="-mt-2 flex flex-col divide-y divide-line">
              {rows(ended)}
            </ul>
          </details>
        )}
      </div>
    </Card>
  );
}
