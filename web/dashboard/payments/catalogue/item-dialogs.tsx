import { FormDialog } from "../../dialogs/form-dialog";
import { refusedSetting, useSaveConfig } from "../../forms/config";
import { useTranslation } from "../../translation/use-translation";
import { type CustomerType, customerTypeOptions } from "../customer-types";
import { type CatalogueGroup, type CatalogueItem, checkThreshold, namedRows } from "./catalogue-rules";

interface GroupDialogProps {
  /** Absent for a new one. */
  group?: CatalogueGroup;
  taken: readonly string[];
  onClose: () => void;
}

/** Creates a group of offers, or renames one. */
export function GroupDialog({ group, taken, onClose }: GroupDialogProps) {
  const t = useTranslation();
  const save = useSaveConfig();
  return (
    <FormDialog
      initial={{ id: group?.id ?? "", name: group?.name ?? "" }}
      title={group ? t("Edit {name}", { name: group.name }) : t("Create group")}
      submitLabel={group ? t("Save changes") : t("Create group")}
      fields={(form) =>
        namedRows(form, { nameField: "name", placeholder: "Plans", taken: group ? undefined : taken }, t)
      }
      write={async ({ id, name }) => {
        const key = id.trim();
        await save({ [`payments.groups.${key}`]: { displayName: name.trim() || key } });
        return { message: group ? t("Your changes are saved.") : t("{name} is created.", { name: name || key }) };
      }}
      explain={(error) => {
        const refused = refusedSetting(error);
        return refused && { field: "id", message: refused.message };
      }}
      onClose={onClose}
    />
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
  const save = useSaveConfig();
  const initial: ItemValues = item ?? { id: "", name: "", customerType: "user", threshold: "" };
  const named = { hint: t("What customers read."), placeholder: "Credits", taken: item ? undefined : taken };
  return (
    <FormDialog
      initial={initial}
      title={item ? t("Edit {name}", { name: item.name }) : t("Create item")}
      submitLabel={item ? t("Save changes") : t("Create item")}
      fields={(form) => [
        ...namedRows(form, { nameField: "name", ...named }, t),
        {
          kind: "choice",
          name: "customerType",
          label: t("For"),
          hint: t("Who can have it."),
          options: customerTypeOptions(t),
        },
        {
          name: "threshold",
          label: t("Low balance"),
          hint: t("A change that takes a customer below it is an event for webhooks. Empty for none."),
          inputMode: "decimal",
          validate: (text) => checkThreshold(text, t),
        },
      ]}
      write={async ({ id, name, customerType, threshold }) => {
        const key = id.trim();
        const hasThreshold = threshold.trim() !== "";
        await save({
          [`payments.items.${key}`]: {
            displayName: name.trim() || key,
            customerType,
            ...(hasThreshold && { lowBalanceThreshold: Number(threshold) }),
          },
        });
        return { message: item ? t("Your changes are saved.") : t("{name} is created.", { name: name || key }) };
      }}
      explain={(error) => {
        const refused = refusedSetting(error);
        return refused && { field: refused.path.endsWith("Threshold") ? "threshold" : "id", message: refused.message };
      }}
      onClose={onClose}
    />
  );
}
