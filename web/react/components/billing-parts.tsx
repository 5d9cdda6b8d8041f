import { type ComponentProps, useId, useState } from "react";
import type { Invoice, Subscription, SwitchOption } from "../../kit/billing/purchases";
import type { Tone } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Radio } from "../../ui/forms/radio";
import { dateText } from "../../ui/text/date-text";
import { Name } from "../../ui/text/name";
import { moneyText } from "../../ui/text/price-text";
import { linkClasses } from "../../ui/theme/class-names";
import type { PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { ConfirmMutation } from "./confirm-mutation";

const statuses: Readonly<Record<Invoice["status"], readonly [tone: Tone, label: PlainMessage]>> = {
  open: ["warning", "Open"],
  paid: ["success", "Paid"],
  void: ["neutral", "Void"],
  uncollectible: ["neutral", "Not collected"],
};

interface InvoiceRowProps {
  invoice: Invoice;
  /** Names the link to an open one, for those who pay it. */
  payLabel?: string;
}

/** An invoice in the list of a customer's. */
export function InvoiceRow({ invoice, payLabel }: InvoiceRowProps) {
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
        {link(hostedInvoiceUrl, (isOpen && payLabel) || t("View invoice"))}
        {link(invoicePdfUrl, t("Download PDF"))}
      </div>
    </li>
  );
}

type SwitchPlanDialogProps = Pick<
  ComponentProps<typeof ConfirmMutation>,
  "isOpen" | "onOpenChange" | "describeError"
> & {
  subscription: Subscription;
  /** Says what the customer has now. */
  current: string;
  priceOf: (option: SwitchOption) => string | undefined;
  /** Says what the change costs, except in test mode. */
  note: string;
  onSwitch: (option: SwitchOption) => Promise<unknown>;
};

/** Chooses another price of the subscription's group, and switches to it. */
export function SwitchPlanDialog({
  subscription: { isTest, switchOptions },
  current,
  priceOf,
  note,
  onSwitch,
  ...dialog
}: SwitchPlanDialogProps) {
  const t = useTranslation();
  const name = useId();
  const [chosen, setChosen] = useState(switchOptions[0]);
  return (
    <ConfirmMutation
      {...dialog}
      title={t("Change plan")}
      description={current}
      confirmLabel={t("Change plan")}
      confirmVariant="primary"
      mutationFn={async () => chosen && onSwitch(chosen)}
      successMessage={chosen && t("The plan is {offer} now.", { offer: chosen.offerDisplayName })}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium text-ink">{t("New plan")}</legend>
        {switchOptions.map((option) => (
          <Radio
            key={`${option.offerId} ${option.priceId}`}
            name={name}
            label={<Name>{option.offerDisplayName}</Name>}
            hint={priceOf(option)}
            checked={option === chosen}
            onChange={() => setChosen(option)}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-soft">{isTest ? t("Test mode: no money moves.") : note}</p>
    </ConfirmMutation>
  );
}
