import ChevronDownIcon from "lucide-react/icons/chevron-down";
import { billingOf } from "../../../../kit/billing/billing";
import type { IncludedOffer, Invoice, OneTimePurchase, Subscription } from "../../../../kit/billing/purchases";
import { Button, buttonClasses } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { dateText } from "../../../../ui/text/date-text";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { useQuery, useSuspenseQuery } from "../../../queries/query-hooks";
import { CardList } from "../parts/card-list";
import { InvoicesCard } from "./invoices-card";
import { boughtText, type Customer, costText, invoiceOptions, type PaidCurrency, purchaseOptions } from "./purchases";
import { SubscriptionRow } from "./subscription-row";
import { isOver, isOverdue } from "./subscription-status";

export type BillingProps = { customer: Customer };

/** Shows what a customer subscribes to and has bought, what it costs, and how it is paid. */
export function BillingCards({ customer }: BillingProps) {
  const { data } = useSuspenseQuery(purchaseOptions(customer));
  const invoices = useQuery(invoiceOptions(customer));
  const { subscriptions, oneTimePurchases, includedOffers } = data;
  const current = subscriptions.filter((subscription) => !isOver(subscription));
  // The currency of a price that has several is the one of the customer's invoices.
  const currency = invoices.isPending ? undefined : (invoices.data?.[0]?.currency ?? null);
  const paid = [...subscriptions, ...oneTimePurchases].filter(({ isTest }) => !isTest);

  return (
    <>
      {current.filter(isOverdue).map((subscription) => (
        <OverdueNotice
          key={subscription.id}
          customer={customer}
          subscription={subscription}
          invoice={invoices.data?.find((each) => each.status === "open" && each.subscriptionId === subscription.id)}
        />
      ))}
      <SubscriptionsCard
        customer={customer}
        current={current}
        ended={subscriptions.filter(isOver)}
        included={includedOffers}
        currency={currency}
      />
      {oneTimePurchases.length > 0 && <OneTimePurchasesCard purchases={oneTimePurchases} currency={currency} />}
      <InvoicesCard key={invoices.data?.nextCursor} customer={customer} first={invoices} isExpected={paid.length > 0} />
      {current.some(({ isTest }) => !isTest) && <PaymentMethodCard customer={customer} />}
    </>
  );
}

type OneTimePurchasesCardProps = { purchases: readonly OneTimePurchase[]; currency: PaidCurrency };

function OneTimePurchasesCard({ purchases, currency }: OneTimePurchasesCardProps) {
  const t = useTranslation();
  return (
    <Card title={t("One-time purchases")}>
      <CardList label={t("One-time purchases")} className="-my-4">
        {purchases.map((purchase) => (
          <li key={purchase.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
            <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
                <Name className="wrap-anywhere">{boughtText(purchase, t)}</Name>
                {purchase.refundedAt && <Badge>{t("Refunded")}</Badge>}
                {purchase.isTest && <Badge>{t("Test mode")}</Badge>}
              </span>
              <span className="text-sm text-ink-soft">
                {purchase.refundedAt
                  ? t("Refunded on {date}.", { date: dateText(purchase.refundedAt, t) })
                  : t("Bought on {date}.", { date: dateText(purchase.createdAt, t) })}
              </span>
            </div>
            {purchase.price && (
              <span className="text-sm text-ink">
                {costText(purchase.price, purchase.quantity, purchase.isTest ? null : currency, t)}
              </span>
            )}
          </li>
        ))}
      </CardList>
    </Card>
  );
}

type OverdueNoticeProps = { customer: Customer; subscription: Subscription; invoice: Invoice | undefined };

/** Says what to do about a payment that did not succeed. */
function OverdueNotice({ customer, subscription, invoice }: OverdueNoticeProps) {
  const t = useTranslation();
  return (
    <Alert tone="danger">
      <p>
        {t(
          "The last payment for {offer} did not succeed. To keep it, pay the open invoice or choose another payment method.",
          { offer: subscription.offerDisplayName },
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {invoice?.hostedInvoiceUrl && (
          <a
            href={invoice.hostedInvoiceUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses("primary", "small", "text-on-fill! no-underline")}
          >
            {t("Pay invoice")}
          </a>
        )}
        <UpdatePaymentMethod customer={customer} />
      </div>
    </Alert>
  );
}

function PaymentMethodCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  return (
    <Card
      title={t("Payment method")}
      description={t("The card or account that subscriptions are paid from. Our payment provider keeps it.")}
      actions={<UpdatePaymentMethod customer={customer} />}
    />
  );
}

/** Leads to the provider's page for it, which leads back. */
function UpdatePaymentMethod({ customer }: { customer: Customer }) {
  const t = useTranslation();
  async function update() {
    const { url } = await billingOf(customer).updatePaymentMethod({ returnUrl: window.location.href });
    window.location.assign(url);
  }
  return (
    <Button variant="secondary" size="small" onClick={update}>
      {t("Update payment method")}
    </Button>
  );
}

type SubscriptionsCardProps = {
  customer: Customer;
  current: readonly Subscription[];
  ended: readonly Subscription[];
  /** Free offers that the customer has without having bought them. */
  included: readonly IncludedOffer[];
  currency: PaidCurrency;
};

function SubscriptionsCard({ customer, current, ended, included, currency }: SubscriptionsCardProps) {
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
        <CardList label={t("Subscriptions")} note={t("There are no subscriptions.")} className="-my-4">
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
        </CardList>
        {ended.length > 0 && (
          <details className="group -mx-5 -mb-5 border-t border-line px-5 sm:-mx-6 sm:px-6">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
              <ChevronDownIcon
                className="size-4 shrink-0 transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
              {t("Ended subscriptions")}
            </summary>
            <CardList label={t("Ended subscriptions")} className="-mt-2">
              {rows(ended)}
            </CardList>
          </details>
        )}
      </div>
    </Card>
  );
}
