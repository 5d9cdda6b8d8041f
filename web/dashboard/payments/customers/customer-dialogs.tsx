import { useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import type { Subscription } from "../../../kit/billing/purchases";
import { isKnownError } from "../../../kit/errors/known-error";
import { RequestError } from "../../../kit/errors/request-error";
import { quantityChange } from "../../../kit/payments/server-item";
import { SwitchPlanDialog } from "../../../react/components/billing-parts";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CopyField } from "../../../ui/data/copy-field";
import { Badge } from "../../../ui/feedback/badge";
import { useShownCode } from "../../code/shown-code";
import { FormDialog } from "../../dialogs/form-dialog";
import { Modal } from "../../dialogs/modal";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { boughtRows, type CatalogueItem, type CatalogueOffer } from "../catalogue/catalogue-rules";
import { checkoutCode, decreaseCode, quantityCode, switchCode } from "../customer-code";
import { itemReference } from "../customer-types";
import { pricesText } from "../purchase-texts";
import { type Customer, checkoutUrl, explainPurchase, grantOffer, switchSubscription } from "../queries";

interface CheckoutDialogProps {
  customer: Customer;
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}

/** Creates a link to the page on which the customer buys an offer, to copy. */
export function CheckoutDialog({ customer, offers, onClose }: CheckoutDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const [url, setUrl] = useState<string>();
  if (url !== undefined) {
    return (
      <Modal
        title={t("Checkout link")}
        description={t("Send it to the customer. It works for 24 hours, and for one purchase.")}
        actions={<Button onClick={onClose}>{t("Done")}</Button>}
        onClose={onClose}
      >
        <CopyField label={t("Checkout link")} value={url} />
      </Modal>
    );
  }
  return (
    <FormDialog
      initial={{ offerId: offers[0]?.id ?? "" }}
      title={t("Create checkout link")}
      description={t("Leads to the page on which this customer buys the offer, and no other customer.")}
      submitLabel={t("Create link")}
      explain={(error) => explainPurchase(error, t)}
      onSubmit={async ({ offerId }) => {
        setUrl(await checkoutUrl(app, customer, offerId));
        show({ title: t("Create checkout link"), code: checkoutCode(customer, offerId) });
      }}
      fields={[{ kind: "choice", name: "offerId", label: t("Offer"), options: choicesOf(offers) }]}
      onClose={onClose}
    />
  );
}

function choicesOf(offers: readonly CatalogueOffer[]) {
  return offers.map(({ id, name }) => ({ value: id, label: name }));
}

interface GrantDialogProps {
  customer: Customer;
  /** Those with a price. */
  offers: readonly CatalogueOffer[];
  onClose: () => void;
}

/** Gives a customer an offer in test mode, as if they had bought it. */
export function GrantDialog({ customer, offers, onClose }: GrantDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [first] = offers;
  const priceOfOffer = (offer: CatalogueOffer | undefined) => offer?.prices[0]?.priceId ?? "";
  return (
    <FormDialog
      initial={{ offerId: first?.id ?? "", priceId: priceOfOffer(first), quantity: "1" }}
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
      fields={({ watch, setValue }) => {
        const offer = offers.find(({ id }) => id === watch("offerId"));
        return [
          {
            kind: "choice",
            name: "offerId",
            label: t("Offer"),
            options: choicesOf(offers),
            validate: (id) => id !== "" || t("There is no offer with a price for such customers."),
            onValueChange: (offerId) => setValue("priceId", priceOfOffer(offers.find(({ id }) => id === offerId))),
          },
          ...boughtRows(offer, t),
        ];
      }}
      explain={(error) => explainPurchase(error, t)}
      write={async ({ offerId, ...typed }) => {
        const offer = offers.find(({ id }) => id === offerId);
        if (!offer) throw new Error("There is no such offer");
        return { ...(await grantOffer(app, customer, offer, typed, t)), title: t("Grant in test mode") };
      }}
      onClose={onClose}
    />
  );
}

interface QuantityDialogProps {
  customer: Customer;
  item: CatalogueItem;
  onClose: () => void;
}

/** Adds to what a customer has of an item, or takes from it, for good or until a time. */
export function QuantityDialog({ customer, item, onClose }: QuantityDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  return (
    <FormDialog
      initial={{ quantity: "", description: "", expiry: "", mayBeNegative: false }}
      title={t("Change the quantity of {name}", { name: item.name })}
      submitLabel={t("Change quantity")}
      fields={[
        {
          name: "quantity",
          label: t("Quantity to add"),
          hint: t("Negative to take from what the customer has, such as -5."),
          validate: (text) => checkChange(text, t),
        },
        {
          name: "description",
          label: t("Reason"),
          hint: t("Shown in the list of transactions. May stay empty."),
        },
        {
          name: "expiry",
          label: t("Until"),
          type: "datetime-local",
          hint: t("Then what was added is gone if it was not used, and what was taken is back. Empty for good."),
          validate: (text) => checkExpiry(text, Date.now(), t),
        },
        {
          kind: "checkbox",
          name: "mayBeNegative",
          label: t("Allow less than nothing"),
          hint: t("Takes also more than the customer has."),
        },
      ]}
      explain={(error) =>
        isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT")
          ? { field: "quantity", message: t("The customer does not have that much.") }
          : undefined
      }
      write={async ({ quantity, description, expiry, mayBeNegative }) => {
        const change = {
          quantity: Number(quantity),
          ...(description.trim() && { description: description.trim() }),
          ...(expiry && { expiresAt: new Date(expiry).toISOString() }),
        };
        await app[appInternals]
          .caller("server")
          .write(
            "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity",
            quantityChange({ ...itemReference(customer, item.id), ...change }, mayBeNegative),
          );
        return {
          message: t("The quantity is changed."),
          title: t("Change the quantity"),
          code:
            mayBeNegative && change.quantity < 0
              ? decreaseCode(customer, item.id, -change.quantity)
              : quantityCode(customer, item.id, change),
        };
      }}
      onClose={onClose}
    />
  );
}

const maxAtOnce = 1_000_000_000_000;

/** Returns why a text is no change of a quantity, in words, or true. */
export function checkChange(text: string, t: Translate): string | true {
  const isWhole = /^\s*[+-]?\d{1,13}\s*$/.test(text) && Number(text) !== 0;
  if (!isWhole) return t("Enter a whole number other than 0.");
  return Math.abs(Number(text)) <= maxAtOnce || t("This is too much at once.");
}

/** Returns why a change cannot end at a time, in words, or true. Empty is never. */
export function checkExpiry(text: string, now: number, t: Translate): string | true {
  if (text === "") return true;
  const time = new Date(text).getTime();
  if (Number.isNaN(time)) return t("Enter a date and a time, or leave it empty.");
  return time > now || t("Choose a time in the future.");
}

interface SwitchDialogProps {
  customer: Customer;
  subscription: Subscription;
  onClose: () => void;
}

/** Chooses another price of the subscription's group, and switches the customer to it. */
export function SwitchDialog({ customer, subscription, onClose }: SwitchDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const { id, quantity, offerDisplayName: offer } = subscription;
  return (
    <SwitchPlanDialog
      isOpen
      onOpenChange={onClose}
      subscription={subscription}
      current={t("Now: {offer}", { offer })}
      priceOf={(option) => pricesText(option.price, quantity, t)}
      note={t("At once. Stripe charges or credits the difference with the payment method that the customer has saved.")}
      describeError={(error) => describeRefusal(error, t)}
      onSwitch={async ({ offerId, priceId }) => {
        const to = { offerId, priceId };
        await switchSubscription(app, customer, id, to);
        show({ title: t("Change plan"), code: switchCode(customer, id, to) });
      }}
    />
  );
}

function describeRefusal(error: unknown, t: Translate): string {
  if (error instanceof RequestError && error.status === 402) {
    return t("The payment failed, and the plan stays as it was. Ask the customer for another payment method.");
  }
  return describeFailure(error, t);
}
