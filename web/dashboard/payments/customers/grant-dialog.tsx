import { Controller, useForm } from "react-hook-form";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { useDone } from "../../forms/use-done";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import { checkWhole } from "../catalogue/catalogue-rules";
import { priceOf } from "../catalogue/offer-values";
import type { CatalogueOffer } from "../catalogue/use-catalogue";
import { grantCode } from "../checkout/checkout-code";
import { explainPurchase, grantOffer, maxUnits } from "../checkout/queries";
import { pricesText } from "../purchase-texts";
import type { Customer } from "./queries";

/** Gives a customer an offer in test mode, as if they had bought it. */
export default function GrantDialog({
  customer,
  offers,
  onClose,
}: {
  customer: Customer;
  /** Those with a price. */
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const [first] = offers;
  const form = useForm({
    defaultValues: { offerId: first?.id ?? "", priceId: first?.prices[0]?.priceId ?? "", quantity: "1" },
  });
  const { register, control, watch, setValue, formState } = form;
  const offer = offers.find(({ id }) => id === watch("offerId"));

  return (
    <FormDialog
      form={form}
      title={t("Grant in test mode")}
      description={
        <span className="flex flex-col items-start gap-2">
          {t(
            "The customer has the offer at once, as if it was bought. No payment is made, and a subscription is not renewed.",
          )}
          <Badge tone="warning">{t("Test mode")}</Badge>
        </span>
      }
      submitLabel={t("Grant offer")}
      explain={(error) => explainPurchase(error, t)}
      onSubmit={async ({ offerId, priceId, quantity }) => {
        const bought = { priceId, quantity: offer?.isStackable ? Number(quantity) : 1 };
        await grantOffer(app, customer, { offerId, ...bought });
        done({
          message: t("The customer has {offer}.", { offer: offer?.name ?? offerId }),
          title: t("Grant in test mode"),
          code: grantCode(customer, offerId, bought),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="offerId"
        rules={{ required: t("There is no offer with a price for such customers.") }}
        render={({ field, fieldState }) => (
          <Select
            label={t("Offer")}
            error={fieldState.error?.message}
            options={offers.map(({ id, name }) => ({ value: id, label: name }))}
            value={field.value}
            onValueChange={(offerId) => {
              field.onChange(offerId);
              setValue("priceId", offers.find(({ id }) => id === offerId)?.prices[0]?.priceId ?? "");
            }}
          />
        )}
      />
      <Controller
        control={control}
        name="priceId"
        render={({ field }) => (
          <Select
            label={t("Price")}
            options={(offer?.prices ?? []).map((price) => ({
              value: price.priceId,
              label: `${price.priceId}: ${pricesText(priceOf(price), 1, t)}`,
            }))}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
      {offer?.isStackable && (
        <TextField
          label={t("Units")}
          inputMode="numeric"
          error={formState.errors.quantity?.message}
          {...register("quantity", {
            validate: (text) => checkWhole(text, 1, maxUnits, t),
          })}
        />
      )}
    </FormDialog>
  );
}
