import { useForm } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { useToast } from "../../../ui/overlays/toast";
import { refusedSetting } from "../../forms/config-queries";
import { idForName } from "../../forms/id-for-name";
import { useSaveConfig } from "../../forms/use-config";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import { checkNewId } from "./catalogue-rules";
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
  const { register, formState } = form;
  const { dirtyFields } = formState;
  /** The ID goes with the name until another one is typed. */
  function suggestId() {
    if (!group && !dirtyFields.id) form.setValue("id", idForName(form.getValues("name")));
  }

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
      <TextField label={t("Name")} placeholder="Plans" {...register("name", { onChange: suggestId })} />
      {!group && (
        <TextField
          label={t("ID")}
          hint={t("How your code names it. It cannot be changed later.")}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="plans"
          error={formState.errors.id?.message}
          {...register("id", { validate: (text) => checkNewId(text, taken, t) })}
        />
      )}
    </FormDialog>
  );
}
