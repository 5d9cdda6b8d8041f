import { type ComponentProps, useId, useState } from "react";
import { billingOf } from "../../../../kit/billing/billing";
import type { Subscription } from "../../../../kit/billing/purchases";
import { Radio } from "../../../../ui/forms/radio";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import type { Customer } from "../../../queries/billing-queries";
import { boughtText, costText, type PaidCurrency } from "./bought-text";

type SwitchDialogProps = Pick<ComponentProps<typeof ConfirmMutation>, "isOpen" | "onOpenChange" | "describeError"> & {
  customer: Customer;
  subscription: Subscription;
  currency: PaidCurrency;
};

/** Chooses another price of the subscription's group, and switches to it. */
export function SwitchDialog({ customer, subscription, currency, ...dialog }: SwitchDialogProps) {
  const t = useTranslation();
  const name = useId();
  const { id, price, quantity, isTest, switchOptions } = subscription;
  const [chosen, setChosen] = useState(switchOptions[0]);
  const offer = boughtText(subscription, t);
  const cost = price && costText(price, quantity, currency, t);

  return (
    <ConfirmMutation
      {...dialog}
      title={t("Change plan")}
      description={cost ? t("Now: {offer}, {price}", { offer, price: cost }) : offer}
      confirmLabel={t("Change plan")}
      confirmVariant="primary"
      mutationFn={async () => chosen && billingOf(customer).switch(id, chosen)}
      successMessage={chosen && t("The plan is {offer} now.", { offer: chosen.offerDisplayName })}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium text-ink">{t("New plan")}</legend>
        {switchOptions.map((option) => (
          <Radio
            key={`${option.offerId} ${option.priceId}`}
            name={name}
            label={<Name>{option.offerDisplayName}</Name>}
            hint={costText(option.price, quantity, currency, t)}
            checked={option === chosen}
            onChange={() => setChosen(option)}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-soft">
        {isTest
          ? t("Test mode: no money moves.")
          : t("The change takes effect at once. What is paid already for the current period is taken into account.")}
      </p>
    </ConfirmMutation>
  );
}
