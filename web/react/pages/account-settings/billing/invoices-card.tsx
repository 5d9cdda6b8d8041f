import { useId, useState } from "react";
import { billingOf } from "../../../../kit/billing/billing";
import type { Invoice, InvoicePage } from "../../../../kit/billing/purchases";
import { Button } from "../../../../ui/buttons/button";
import { Alert, type Tone } from "../../../../ui/feedback/alert";
import { Badge } from "../../../../ui/feedback/badge";
import { Skeleton } from "../../../../ui/feedback/spinner";
import { Card } from "../../../../ui/layout/card";
import { dateText } from "../../../../ui/text/date-text";
import { moneyText } from "../../../../ui/text/price-text";
import { linkClasses } from "../../../../ui/theme/class-names";
import type { PlainMessage } from "../../../../ui/translation/message";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { describeFailure } from "../../../errors/describe-failure";
import type { Customer } from "../../../queries/billing-queries";
import { EmptyNote } from "../parts/empty-note";

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
          <ul aria-label={t("Invoices")} className="-my-4 flex flex-col divide-y divide-line">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
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

const statuses: Readonly<Record<Invoice["status"], readonly [tone: Tone, label: PlainMessage]>> = {
  open: ["warning", "Open"],
  paid: ["success", "Paid"],
  void: ["neutral", "Void"],
  uncollectible: ["neutral", "Not collected"],
};

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useTranslation();
  const nameId = useId();
  const { number, status, createdAt, hostedInvoiceUrl, invoicePdfUrl } = invoice;
  const [tone, label] = statuses[status];
  const isOpen = status === "open";
  const link = (href: string | null, text: string) =>
    href && (
      <a href={href} target="_blank" rel="noreferrer" aria-describedby={nameId} className={linkClasses}>
        {text}
      </a>
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 text-sm">
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-ink">
          <span id={nameId} className="wrap-anywhere">
            {number === null ? t("Invoice") : t("Invoice {number}", { number })}
          </span>
          <Badge tone={tone}>{t(label)}</Badge>
        </span>
        <time dateTime={createdAt.toISOString()} className="text-ink-soft">
          {dateText(createdAt, t)}
        </time>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-ink tabular-nums">
          {moneyText(isOpen ? invoice.amountDue : invoice.total, invoice.currency, t)}
        </span>
        {link(hostedInvoiceUrl, isOpen ? t("Pay invoice") : t("View invoice"))}
        {link(invoicePdfUrl, t("Download PDF"))}
      </div>
    </li>
  );
}
