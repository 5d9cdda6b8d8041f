import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Alert } from "../../ui/feedback/alert";
import { amountOf, moneyText } from "../../ui/text/price-text";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { PaymentElement } from "./payment-element";
import { type Choice, type Purchase, startPurchase, totalText, trialOf } from "./purchase-requests";
import { storeStartedPayment } from "./started-payment";
import { formFor } from "./stripe-form";

/** The provider takes no higher amount at once, in the smallest units of a currency. */
const maxAmount = 99_999_999n;

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
        {t("{project} does not take payments yet. Ask its owner when you can buy this.", {
          project: purchase.project_display_name,
        })}
      </Alert>
    );
  }
  const { price, priceId, currency, quantity } = choice;
  const amount = amountOf(price, currency, quantity);
  if (amount > maxAmount) {
    return <Alert tone="warning">{t("This is more than can be paid at once. Choose a lower quantity.")}</Alert>;
  }
  const label = labelOf(purchase, choice, t);

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
      ...{ total: totalText(purchase, choice, t), label },
    });
    return secret;
  };

  return (
    <PaymentElement
      fullCode={fullCode}
      access={{ publishableKey, stripeAccountId }}
      makeForm={(stripe: Stripe): StripeElements => formFor(stripe, purchase, choice, amount)}
      label={label}
      begin={begin}
      describe={(error) => describeFailure(error, t)}
      onDone={onDone}
    />
  );
}

function labelOf(purchase: Purchase, { price, currency, quantity }: Choice, t: Translate): string {
  if (trialOf(purchase, price)) return t("Start the free trial");
  return t("Pay {price}", { price: moneyText(amountOf(price, currency, quantity), currency, t) });
}
