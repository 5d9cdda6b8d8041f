import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { TextField } from "../../ui/forms/text-field";
import { useDone } from "../code/use-writes";
import { kitCode } from "../code/written-code";
import { fieldsOf } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

interface ChangeQuantityDialogProps {
  customer: { userId: string } | { teamId: string };
  /** Said where more is taken than there is. */
  tooLittle: string;
  itemId: string;
  onClose: () => void;
}

/** Adds to what a user or a team has of an item, or takes from it. */
export function ChangeQuantityDialog({ customer, tooLittle, itemId, onClose }: ChangeQuantityDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const form = useForm({ defaultValues: { quantity: "", description: "" } });
  const field = fieldsOf(form);
  return (
    <FormDialog
      form={form}
      title={t("Change the quantity")}
      submitLabel={t("Change quantity")}
      onClose={onClose}
      explain={(error) =>
        isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT") ? { field: "quantity", message: tooLittle } : undefined
      }
      onSubmit={async ({ quantity, description }) => {
        const change = {
          ...customer,
          itemId,
          quantity: Number(quantity),
          description: description.trim() || undefined,
        };
        await app.createItemQuantityChange(change);
        done({
          message: t("The quantity is changed."),
          title: t("Change the quantity"),
          code: kitCode([], "adminApp.createItemQuantityChange", change),
        });
        onClose();
      }}
    >
      <TextField
        label={t("Quantity to add")}
        hint={t("Negative to take from what there is, such as -5.")}
        inputMode="text"
        {...field("quantity", {
          validate: (text) =>
            (/^\s*[+-]?\d{1,9}\s*$/.test(text) && Number(text) !== 0) || t("Enter a whole number other than 0."),
        })}
      />
      <TextField
        label={t("Description")}
        hint={t("Shown in the list of transactions. May stay empty.")}
        autoComplete="off"
        {...form.register("description")}
      />
    </FormDialog>
  );
}
