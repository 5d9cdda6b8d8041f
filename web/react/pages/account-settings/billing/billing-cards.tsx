import { useApp } from "../../../hooks/use-app";
import { type Customer, invoiceOptions, purchaseOptions } from "../../../queries/billing-queries";
import { useQuery, useSuspenseQuery } from "../../../queries/query-hooks";
import { InvoicesCard } from "./invoices-card";
import { OneTimePurchasesCard } from "./one-time-purchases-card";
import { OverdueNotice } from "./overdue-notice";
import { PaymentMethodCard } from "./payment-method-card";
import { isOver, isOverdue } from "./subscription-status";
import { SubscriptionsCard } from "./subscriptions-card";

export type BillingProps = { customer: Customer };

/** What a customer subscribes to and has bought, what it costs, and how it is paid. */
export function BillingCards({ customer }: BillingProps) {
  const app = useApp();
  const { data } = useSuspenseQuery(purchaseOptions(app, customer));
  const invoices = useQuery(invoiceOptions(app, customer));
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
