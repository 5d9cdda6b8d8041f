import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { TextField } from "../../ui/forms/text-field";
import { configCode } from "../code/written-code";
import { idForName } from "../forms/id-for-name";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { type Translate, useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { type Store, saveStoreOptions, storeOverride } from "./queries";
import { countText } from "./stores-card";

/** Creates a store. Its id follows the name until it is typed. */
export function CreateStoreDialog({ stores, onClose }: { stores: readonly Store[]; onClose: () => void }) {
  const t = useTranslation();
  const done = useDone();
  const { mutateAsync: save } = useMutation(saveStoreOptions(useOwnedProject()));
  const form = useForm({ defaultValues: { displayName: "", id: "" } });
  const { register, formState, setValue } = form;
  // Read while rendering, or they are not kept up to date.
  const { errors, dirtyFields } = formState;
  const taken = stores.map(({ id }) => id);
  return (
    <FormDialog
      form={form}
      title={t("Create a store")}
      submitLabel={t("Create store")}
      onSubmit={async (typed) => {
        const store = { id: typed.id.trim(), displayName: typed.displayName.trim() };
        await save(store);
        done({
          message: t("The store has been created."),
          title: t("Create a store"),
          code: configCode(storeOverride(store)),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Partner tokens")}
        error={errors.displayName?.message}
        {...register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the store."),
          onChange: ({ target }: { target: { value: string } }) => {
            if (!dirtyFields.id) setValue("id", idForName(target.value));
          },
        })}
      />
      <TextField
        label={t("ID")}
        hint={t("By which your code names the store. It cannot be changed later.")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        error={errors.id?.message}
        {...register("id", { validate: (id) => checkStoreId(id, taken, t) })}
      />
    </FormDialog>
  );
}

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

/** Asks before a store is deleted with its values; for one that has some, by its id. */
export function DeleteStoreDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslation();
  const done = useDone();
  const { mutateAsync: save } = useMutation(saveStoreOptions(useOwnedProject()));
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Delete {name}?", { name: store.displayName })}
      description={
        store.entries > 0
          ? t(
              "It has {count}. The key under which they lie is deleted at once: none of them can be read any more, not by a new store with the same ID either.",
              { count: countText(store, t) },
            )
          : t("It has no values that were counted. Code that still uses it is refused.")
      }
      confirmLabel={t("Delete store")}
      typedPhrase={store.entries > 0 ? store.id : undefined}
      mutationFn={async () => {
        const deleted = { id: store.id, displayName: null };
        await save(deleted);
        done({
          message: t("The store has been deleted."),
          title: t("Delete a store"),
          code: configCode(storeOverride(deleted)),
        });
      }}
    />
  );
}

const maxIdLength = 63;

/** Returns why a text cannot be the id of a new store, or true. */
export function checkStoreId(text: string, taken: readonly string[], t: Translate): string | true {
  const id = text.trim();
  if (id === "") return t("Enter an ID.");
  if (!/^[a-z_]/i.test(id)) return t("Start the ID with a letter or an underscore.");
  if (!/^[\w-]+$/.test(id)) return t("An ID has only the letters a to z, digits, hyphens and underscores.");
  if (id.length > maxIdLength) return t("Use {count} characters at most.", { count: maxIdLength });
  return !taken.includes(id) || t("There is a store with this ID already.");
}
