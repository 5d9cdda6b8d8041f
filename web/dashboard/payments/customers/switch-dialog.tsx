import { useId, useState } from "react";
import type { Subscription } from "../../../kit/billing/purchases";
import { RequestError } from "../../../kit/errors/request-error";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Radio } from "../../../ui/forms/radio";
import { Name } from "../../../ui/text/name";
import { useShownCode } from "../../code/shown-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { pricesText } from "../purchase-texts";
import { switchCode } from "./customer-code";
import { type Customer, switchSubscription } from "./queries";

/** Chooses another price of the subscription's group, and switches the customer to it. */
export default function SwitchDialog({
  customer,
  subscription,
  onClose,
}: {
  customer: Customer;
  subscription: Subscription;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const name = useId();
  const { id, quantity, isTest, switchOptions } = subscription;
  const [chosen, setChosen] = useState(switchOptions[0]);
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Change plan")}
      description={t("Now: {offer}", { offer: subscription.offerDisplayName })}
      confirmLabel={t("Change plan")}
      confirmVariant="primary"
      successMessage={chosen && t("The plan is {offer} now.", { offer: chosen.offerDisplayName })}
      describeError={(error) => describeRefusal(error, t)}
      mutationFn={async () => {
        if (!chosen) return;
        const to = { offerId: chosen.offerId, priceId: chosen.priceId };
        await switchSubscription(app, customer, id, to);
        show({ title: t("Change plan"), code: switchCode(customer, id, to) });
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium text-ink">{t("New plan")}</legend>
        {switchOptions.map((option) => (
          <Radio
            key={`${option.offerId} ${option.priceId}`}
            name={name}
            label={<Name>{option.offerDisplayName}</Name>}
            hint={pricesText(option.price, quantity, t)}
            checked={option === chosen}
            onChange={() => setChosen(option)}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-soft">
        {isTest
          ? t("Test mode: no money moves.")
          : t("At once. Stripe charges or credits the difference with the payment method that the customer has saved.")}
      </p>
    </ConfirmMutation>
  );
}

function describeRefusal(error: unknown, t: Translate): string {
  if (error instanceof RequestError && error.status === 402) {
    return t("The payment failed, and the plan stays as it was. Ask the customer for another payment method.");
  }
  return describeFailure(error, t);
}
