import { useForm } from "react-hook-form";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import { quantityChange } from "../../../kit/payments/server-item";
import { Checkbox } from "../../../ui/forms/checkbox";
import { TextField } from "../../../ui/forms/text-field";
import { useDone } from "../../forms/use-done";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import type { CatalogueItem } from "../catalogue/use-catalogue";
import { decreaseCode, quantityCode } from "./customer-code";
import { type Customer, itemReference } from "./queries";

/** Adds to what a customer has of an item, or takes from it, for good or until a time. */
export default function QuantityDialog({
  customer,
  item,
  onClose,
}: {
  customer: Customer;
  item: CatalogueItem;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const form = useForm({ defaultValues: { quantity: "", description: "", expiry: "", mayBeNegative: false } });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      form={form}
      title={t("Change the quantity of {name}", { name: item.name })}
      submitLabel={t("Change quantity")}
      onClose={onClose}
      explain={(error) =>
        isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT")
          ? { field: "quantity", message: t("The customer does not have that much.") }
          : undefined
      }
      onSubmit={async ({ quantity, description, expiry, mayBeNegative }) => {
        const change = {
          quantity: Number(quantity),
          ...(description.trim() && { description: description.trim() }),
          ...(expiry && { expiresAt: new Date(expiry).toISOString() }),
        };
        const reference = itemReference(customer, item.id);
        await app[appInternals]
          .caller("server")
          .write(
            "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity",
            quantityChange({ ...reference, ...change }, mayBeNegative),
          );
        done({
          message: t("The quantity is changed."),
          title: t("Change the quantity"),
          code:
            mayBeNegative && change.quantity < 0
              ? decreaseCode(customer, item.id, -change.quantity)
              : quantityCode(customer, item.id, change),
        });
        onClose();
      }}
    >
      <TextField
        label={t("Quantity to add")}
        hint={t("Negative to take from what the customer has, such as -5.")}
        inputMode="text"
        error={errors.quantity?.message}
        {...register("quantity", { validate: (text) => checkChange(text, t) })}
      />
      <TextField
        label={t("Reason")}
        hint={t("Shown in the list of transactions. May stay empty.")}
        {...register("description")}
      />
      <TextField
        label={t("Until")}
        type="datetime-local"
        hint={t("Then what was added is gone if it was not used, and what was taken is back. Empty for good.")}
        error={errors.expiry?.message}
        {...register("expiry", { validate: (text) => checkExpiry(text, Date.now(), t) })}
      />
      <Checkbox
        label={t("Allow less than nothing")}
        hint={t("Takes also more than the customer has.")}
        {...register("mayBeNegative")}
      />
    </FormDialog>
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
