import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { Button } from "../../../ui/buttons/button";
import { CopyField } from "../../../ui/data/copy-field";
import { Select } from "../../../ui/forms/select";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import type { CatalogueOffer } from "../catalogue/use-catalogue";
import { checkoutCode } from "../checkout/checkout-code";
import { checkoutUrl, explainPurchase } from "../checkout/queries";
import type { Customer } from "./queries";

/** Creates a link to the page on which the customer buys an offer, to copy. */
export default function CheckoutDialog({
  customer,
  offers,
  onClose,
}: {
  customer: Customer;
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const [url, setUrl] = useState<string>();
  const form = useForm({ defaultValues: { offerId: offers[0]?.id ?? "" } });
  if (url !== undefined) {
    return (
      <Dialog
        isOpen
        onOpenChange={onClose}
        title={t("Checkout link")}
        description={t("Send it to the customer. It works for 24 hours, and for one purchase.")}
        actions={<Button onClick={onClose}>{t("Done")}</Button>}
      >
        <CopyField label={t("Checkout link")} value={url} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={t("Create checkout link")}
      description={t("Leads to the page on which this customer buys the offer, and no other customer.")}
      submitLabel={t("Create link")}
      explain={(error) => explainPurchase(error, t)}
      onSubmit={async ({ offerId }) => {
        setUrl(await checkoutUrl(app, customer, offerId));
        show({ title: t("Create checkout link"), code: checkoutCode(customer, offerId) });
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="offerId"
        render={({ field }) => (
          <Select
            label={t("Offer")}
            options={offers.map(({ id, name }) => ({ value: id, label: name }))}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  );
}
