import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { TextField } from "../../ui/forms/text-field";
import { configCode } from "../code/written-code";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { type Store, saveStoreOptions, storeOverride } from "./queries";

/** Changes the name of a store, which people see; code names it by its id. */
export function RenameStoreDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslation();
  const done = useDone();
  const { mutateAsync: save } = useMutation(saveStoreOptions(useOwnedProject()));
  const form = useForm({ defaultValues: { displayName: store.displayName } });
  return (
    <FormDialog
      form={form}
      title={t("Rename {name}", { name: store.displayName })}
      description={t("The ID stays, so your code goes on working.")}
      submitLabel={t("Rename")}
      onSubmit={async (typed) => {
        const renamed = { id: store.id, displayName: typed.displayName.trim() };
        await save(renamed);
        done({
          message: t("The store has been renamed."),
          title: t("Rename a store"),
          code: configCode(storeOverride(renamed)),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        error={form.formState.errors.displayName?.message}
        {...form.register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the store."),
        })}
      />
    </FormDialog>
  );
}
