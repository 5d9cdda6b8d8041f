import type { Invoice, Subscription } from "../../../../kit/billing/purchases";
import { buttonClasses } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { useTranslation } from "../../../../ui/translation/use-translation";
import type { Customer } from "../../../queries/billing-queries";
import { UpdatePaymentMethod } from "./payment-method-card";

type OverdueNoticeProps = { customer: Customer; subscription: Subscription; invoice: Invoice | undefined };

/** What to do about a payment that did not succeed. */
export function OverdueNotice({ customer, subscription, invoice }: OverdueNoticeProps) {
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
