import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Invoice } from "../../../kit/billing/purchases";
import { Button } from "../../../ui/buttons/button";
import type { Tone } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Card } from "../../../ui/layout/card";
import { dateText } from "../../../ui/text/date-text";
import { moneyText } from "../../../ui/text/price-text";
import { linkClasses } from "../../../ui/theme/class-names";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { msg } from "../../translation/message";
import { useTranslation } from "../../translation/use-translation";
import { type Customer, invoiceOptions } from "./queries";

/** Shows what Stripe has billed a customer for. */
export function InvoicesCard({ customer }: { customer: Customer }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const list = useInfiniteQuery(invoiceOptions(app, customer));
  const invoices = list.data?.pages.flat();
  return (
    <Card title={t("Invoices")} description={t("What Stripe has billed the customer for, newest first.")}>
      <div className="flex flex-col gap-4">
        {list.isPending && <Skeleton className="h-16" />}
        {list.error && <FailedRead error={list.error} onRetry={list.refetch} />}
        {invoices?.length === 0 && !list.hasNextPage && (
          <p className="text-sm text-ink-soft">
            {t("No invoices yet. Stripe writes them when the customer pays; purchases in test mode have none.")}
          </p>
        )}
        {invoices !== undefined && invoices.length > 0 && (
          <ul aria-label={t("Invoices")} className="-my-3 flex flex-col divide-y divide-line">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
        {list.hasNextPage && !list.error && (
          <Button
            variant="secondary"
            size="small"
            className="mt-2 self-start"
            disabled={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {t("Show more")}
          </Button>
        )}
      </div>
    </Card>
  );
}

const statuses = {
  open: ["warning", msg("Open")],
  paid: ["success", msg("Paid")],
  void: ["neutral", msg("Void")],
  uncollectible: ["neutral", msg("Not collected")],
} as const satisfies Record<Invoice["status"], readonly [Tone, string]>;

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const t = useTranslation();
  const nameId = useId();
  const { number, status, createdAt, currency, total, amountDue, hostedInvoiceUrl, invoicePdfUrl } = invoice;
  const [tone, label] = statuses[status];
  const link = (href: string | null, text: string) =>
    href && (
      <a href={href} target="_blank" rel="noreferrer" aria-describedby={nameId} className={linkClasses}>
        {text}
      </a>
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
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
        <span className="text-ink tabular-nums">{moneyText(status === "open" ? amountDue : total, currency, t)}</span>
        {link(hostedInvoiceUrl, t("View invoice"))}
        {link(invoicePdfUrl, t("Download PDF"))}
      </div>
    </li>
  );
}
