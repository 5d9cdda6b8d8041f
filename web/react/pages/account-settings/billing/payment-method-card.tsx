import { billingOf } from "../../../../kit/billing/billing";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { useTranslation } from "../../../../ui/translation/use-translation";
import type { Customer } from "../../../queries/billing-queries";

export function PaymentMethodCard({ customer }: { customer: Customer }) {
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
export function UpdatePaymentMethod({ customer }: { customer: Customer }) {
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
