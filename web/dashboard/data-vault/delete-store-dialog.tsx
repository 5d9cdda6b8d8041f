import { useMutation } from "@tanstack/react-query";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { configCode } from "../code/written-code";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type Store, saveStoreOptions, storeOverride } from "./queries";
import { countText } from "./stores-card";

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
