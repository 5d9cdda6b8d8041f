import { isKnownError } from "../../kit/errors/known-error";
import { kitCode } from "../code/written-code";
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
  return (
    <FormDialog
      initial={{ quantity: "", description: "" }}
      title={t("Change the quantity")}
      submitLabel={t("Change quantity")}
      fields={[
        {
          name: "quantity",
          label: t("Quantity to add"),
          hint: t("Negative to take from what there is, such as -5."),
          validate: (text) =>
            (/^\s*[+-]?\d{1,9}\s*$/.test(text) && Number(text) !== 0) || t("Enter a whole number other than 0."),
        },
        {
          name: "description",
          label: t("Description"),
          hint: t("Shown in the list of transactions. May stay empty."),
        },
      ]}
      explain={(error) =>
        isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT") ? { field: "quantity", message: tooLittle } : undefined
      }
      write={async ({ quantity, description }) => {
        const typed = { quantity: Number(quantity), description: description.trim() || undefined };
        const change = { ...customer, itemId, ...typed };
        await app.createItemQuantityChange(change);
        return {
          message: t("The quantity is changed."),
          title: t("Change the quantity"),
          code: kitCode([], "adminApp.createItemQuantityChange", change),
        };
      }}
      onClose={onClose}
    />
  );
}
