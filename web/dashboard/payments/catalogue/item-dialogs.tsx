import { Controller, useForm } from "react-hook-form";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { useToast } from "../../../ui/overlays/toast";
import { fieldsOf } from "../../dialogs/fields";
import { FormDialog } from "../../dialogs/form-dialog";
import { refusedSetting, useSaveConfig } from "../../forms/config";
import { useTranslation } from "../../translation/use-translation";
import { type CustomerType, customerTypeOptions } from "../customer-types";
import { type CatalogueGroup, type CatalogueItem, checkThreshold } from "./catalogue-rules";
import { NamedFields } from "./named-fields";

interface GroupDialogProps {
  /** Absent for a new one. */
  group?: CatalogueGroup;
  taken: readonly string[];
  onClose: () => void;
}

/** Creates a group of offers, or renames one. */
export function GroupDialog({ group, taken, onClose }: GroupDialogProps) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const form = useForm({ defaultValues: { id: group?.id ?? "", name: group?.name ?? "" } });
  return (
    <FormDialog
      form={form}
      title={group ? t("Edit {name}", { name: group.name }) : t("Create group")}
      submitLabel={group ? t("Save changes") : t("Create group")}
      onSubmit={async ({ id, name }) => {
        const key = id.trim();
        await save({ [`payments.groups.${key}`]: { displayName: name.trim() || key } });
        toast({
          tone: "success",
          message: group ? t("Your changes are saved.") : t("{name} is created.", { name: name || key }),
        });
        onClose();
      }}
      explain={(error) => {
        const refused = refusedSetting(error);
        return refused && { field: "id", message: refused.message };
      }}
      onClose={onClose}
    >
      <NamedFields form={form} nameField="name" placeholder="Plans" taken={group ? undefined : taken} />
    </FormDialog>
  );
}

type ItemValues = { id: string; name: string; customerType: CustomerType; threshold: string };

interface ItemDialogProps {
  /** Absent for a new one. */
  item?: CatalogueItem;
  taken: readonly string[];
  onClose: () => void;
}

/** Creates an item, or changes one. */
export function ItemDialog({ item, taken, onClose }: ItemDialogProps) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const form = useForm<ItemValues>({
    defaultValues: item ?? { id: "", name: "", customerType: "user", threshold: "" },
  });
  const field = fieldsOf(form);
  const { control } = form;

  async function submit({ id, name, customerType, threshold }: ItemValues) {
    const key = id.trim();
    const named = { displayName: name.trim() || key, customerType };
    const hasThreshold = threshold.trim() !== "";
    await save({
      [`payments.items.${key}`]: hasThreshold ? { ...named, lowBalanceThreshold: Number(threshold) } : named,
    });
    toast({
      tone: "success",
      message: item ? t("Your changes are saved.") : t("{name} is created.", { name: name || key }),
    });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={item ? t("Edit {name}", { name: item.name }) : t("Create item")}
      submitLabel={item ? t("Save changes") : t("Create item")}
      onSubmit={submit}
      explain={(error) => {
        const refused = refusedSetting(error);
        return refused && { field: refused.path.endsWith("Threshold") ? "threshold" : "id", message: refused.message };
      }}
      onClose={onClose}
    >
      <NamedFields
        form={form}
        nameField="name"
        hint={t("What customers read.")}
        placeholder="Credits"
        taken={item ? undefined : taken}
      />
      <Controller
        control={control}
        name="customerType"
        render={({ field }) => (
          <Select
            label={t("For")}
            hint={t("Who can have it.")}
            options={customerTypeOptions(t)}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
      <TextField
        label={t("Low balance")}
        hint={t("A change that takes a customer below it is an event for webhooks. Empty for none.")}
        inputMode="decimal"
        {...field("threshold", { validate: (text) => checkThreshold(text, t) })}
      />
    </FormDialog>
  );
}
