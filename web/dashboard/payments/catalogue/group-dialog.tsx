import { useForm } from "react-hook-form";
import { useToast } from "../../../ui/overlays/toast";
import { refusedSetting } from "../../forms/config-queries";
import { useSaveConfig } from "../../forms/use-config";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import { NamedFields } from "./named-fields";
import type { CatalogueGroup } from "./use-catalogue";

/** Creates a group of offers, or renames one. */
export default function GroupDialog({
  group,
  taken,
  onClose,
}: {
  /** Absent for a new one. */
  group?: CatalogueGroup;
  taken: readonly string[];
  onClose: () => void;
}) {
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
