import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import type { Choice } from "./choice";
import { PaymentElement } from "./payment-element";
import { amountOf, moneyText } from "./price-text";
import { type Purchase, startPurchase } from "./purchase-requests";
import { storeStartedPayment } from "./started-payment";
import { formFor } from "./stripe-form";

interface PaymentSectionProps {
  fullCode: string;
  purchase: Purchase;
  choice: Choice;
  /** The code is used up. */
  onBegin: () => void;
  onDone: () => void;
}

/** The provider's form, where the project takes payments. The payment begins when the form is sent, and not before. */
export function PaymentSection({ fullCode, purchase, choice, onBegin, onDone }: PaymentSectionProps) {
  const t = useTranslation();
  const { stripe_publishable_key: publishableKey, stripe_account_id: stripeAccountId } = purchase;
  const [clientSecret, setClientSecret] = useState<string>();
  if (publishableKey === null || !stripeAccountId) {
    return (
      <Alert tone="warning">
        {t("{project} does not take payments yet. Ask there when you can buy this.", {
          project: purchase.project_display_name,
        })}
      </Alert>
    );
  }
  const { price, priceId, currency, quantity } = choice;
  const amount = amountOf(price, currency, quantity);

  /** @returns the secret of the payment, which goes on with it also after a card was refused */
  const begin = async (): Promise<string | null> => {
    if (clientSecret !== undefined) return clientSecret;
    const secret = await startPurchase({ full_code: fullCode, price_id: priceId, quantity, currency });
    onBegin();
    if (secret === null) return null;
    setClientSecret(secret);
    storeStartedPayment(fullCode, {
      ...{ clientSecret: secret, publishableKey, stripeAccountId, offerName: purchase.offer.display_name },
      ...{ projectName: purchase.project_display_name, projectLogoUrl: purchase.project_logo_url },
    });
    return secret;
  };

  return (
    <PaymentElement
      access={{ publishableKey, stripeAccountId }}
      makeForm={(stripe: Stripe): StripeElements => formFor(stripe, purchase, choice, amount)}
      label={t("Pay {price}", { price: moneyText(amount, currency, t) })}
      begin={begin}
      describe={(error) => describeFailure(error, t)}
      onDone={onDone}
    />
  );
}
