import { useState } from "react";
import { billingOf } from "../../../../kit/billing/billing";
import type { InvoicePage } from "../../../../kit/billing/purchases";
import { Button } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { Skeleton } from "../../../../ui/feedback/spinner";
import { Card } from "../../../../ui/layout/card";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { InvoiceRow } from "../../../components/billing-parts";
import { describeFailure } from "../../../errors/describe-failure";
import { CardList, EmptyNote } from "../parts/card-list";
import type { Customer } from "./purchases";

type InvoicesCardProps = {
  customer: Customer;
  /** The newest invoices. */
  first: { data: InvoicePage | undefined; error: unknown; isPending: boolean; refetch: () => Promise<unknown> };
  /** Is true if the customer has paid for something. Without that, and without invoices, nothing is shown. */
  isExpected: boolean;
};

/** The invoices of a customer, which the payment provider has. */
export function InvoicesCard({ customer, first, isExpected }: InvoicesCardProps) {
  const t = useTranslation();
  const [more, setMore] = useState<InvoicePage>();
  const invoices = [...(first.data ?? []), ...(more ?? [])];
  const { nextCursor } = more ?? first.data ?? { nextCursor: null };
  if (invoices.length === 0 && !isExpected) return null;

  async function loadMore(cursor: string) {
    const page = await billingOf(customer).listInvoices({ cursor });
    setMore(Object.assign([...(more ?? []), ...page], { nextCursor: page.nextCursor }));
  }

  return (
    <Card title={t("Invoices")}>
      <div className="flex flex-col gap-4">
        {first.isPending && <Skeleton className="h-16" />}
        {first.error !== null && (
          <>
            <Alert tone="danger">{describeFailure(first.error, t)}</Alert>
            <Button variant="secondary" size="small" className="self-start" onClick={() => first.refetch()}>
              {t("Try again")}
            </Button>
          </>
        )}
        {first.data && invoices.length === 0 && <EmptyNote>{t("There are no invoices yet.")}</EmptyNote>}
        {invoices.length > 0 && (
          <CardList label={t("Invoices")} className="-my-4">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} payLabel={t("Pay invoice")} />
            ))}
          </CardList>
        )}
        {nextCursor !== null && (
          <Button variant="secondary" size="small" className="mt-2 self-start" onClick={() => loadMore(nextCursor)}>
            {t("Load more")}
          </Button>
        )}
      </div>
    </Card>
  );
}
