import { useForm } from "react-hook-form";
import type { ServerUser } from "../../../kit";
import { isKnownError } from "../../../kit/errors/known-error";
import { FormDialog } from "../../../react/forms/form-dialog";
import { TextField } from "../../../ui/forms/text-field";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";

/** Adds to what a user has of an item, or takes from it. */
export default function ChangeQuantityDialog({
  user,
  itemId,
  onClose,
}: {
  user: ServerUser;
  itemId: string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const toast = useToast();
  const { show } = useShownCode();
  const form = useForm({ defaultValues: { quantity: "", description: "" } });
  const { register, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Change the quantity")}
      submitLabel={t("Change quantity")}
      onClose={onClose}
      explain={(error) =>
        isKnownError(error, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT")
          ? { field: "quantity", message: t("The user does not have that much.") }
          : undefined
      }
      onSubmit={async ({ quantity, description }) => {
        const change = {
          userId: user.id,
          itemId,
          quantity: Number(quantity),
          description: description.trim() || undefined,
        };
        await app.createItemQuantityChange(change);
        show({ title: t("Change the quantity"), code: kitCode([], "adminApp.createItemQuantityChange", change) });
        toast({ tone: "success", message: t("The quantity is changed.") });
        onClose();
      }}
    >
      <TextField
        label={t("Quantity to add")}
        hint={t("Negative to take from what the user has, such as -5.")}
        inputMode="text"
        autoComplete="off"
        error={formState.errors.quantity?.message}
        {...register("quantity", {
          validate: (text) =>
            (/^\s*[+-]?\d{1,9}\s*$/.test(text) && Number(text) !== 0) || t("Enter a whole number other than 0."),
        })}
      />
      <TextField
        label={t("Description")}
        hint={t("Shown in the list of transactions. May stay empty.")}
        autoComplete="off"
        {...register("description")}
      />
    </FormDialog>
  );
}
