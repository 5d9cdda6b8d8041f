import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { readAgain } from "../../react/queries/resource-query";
import { Button } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { useDone } from "../code/shown-code";
import { hidden, kitCode } from "../code/written-code";
import { FormDialog } from "../dialogs/form-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type Store, storesOptions } from "./queries";

/** Names a value by its key, and the secret that it is encrypted with. Neither leaves the browser. */
interface ValueReference {
  readonly storeId: string;
  readonly key: string;
  readonly secret: string;
}

/** A value that was looked for; null where there is none under this key and secret. */
type Found = ValueReference & { value: string | null };

/** Reads one value by its key and its secret, to check what a backend has set, and deletes it. */
export function ValueDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [found, setFound] = useState<Found>();
  const [isDeleting, setIsDeleting] = useState(false);
  // Held here, so that it is as it was after the question of the deletion.
  const form = useForm({ defaultValues: { key: "", secret: "" } });

  if (found && isDeleting) {
    return (
      <DeleteValueDialog found={found} onClose={() => setIsDeleting(false)} onDeleted={() => setFound(undefined)} />
    );
  }
  return (
    <FormDialog
      form={form}
      title={t("Find a value in {name}", { name: store.displayName })}
      description={t(
        "Your browser encrypts and decrypts as your backend does: neither the secret nor the value is sent or kept.",
      )}
      submitLabel={t("Find value")}
      onSubmit={async ({ key, secret }) => {
        setFound(undefined);
        const values = await app.getDataVaultStore(store.id);
        setFound({ storeId: store.id, key, secret, value: await values.getValue(key, { secret }) });
      }}
      explain={(error) =>
        isKnownError(error, "DATA_VAULT_STORE_DOES_NOT_EXIST")
          ? { field: "key", message: t("The store has been deleted.") }
          : undefined
      }
      onClose={onClose}
      fields={[
        {
          name: "key",
          label: t("Key"),
          autoCapitalize: "none",
          spellCheck: false,
          className: "font-mono",
          validate: (key) => key !== "" || t("Enter the key that the value was set with."),
        },
        {
          kind: "password",
          name: "secret",
          label: t("Secret"),
          hint: t("The one that the value was set with."),
          validate: (secret) => secret !== "" || t("Enter the secret."),
        },
      ]}
    >
      {found && (
        <div role="status" className="flex min-w-0 flex-col items-start gap-3">
          {found.value === null ? (
            <Alert tone="warning">
              {t("Nothing was found. The value was set with another key or another secret, or less than a minute ago.")}
            </Alert>
          ) : (
            <>
              <div className="w-full min-w-0">
                <CopyField label={t("Value")} value={found.value} />
              </div>
              <Button variant="danger" size="small" onClick={() => setIsDeleting(true)}>
                {t("Delete value")}
              </Button>
            </>
          )}
        </div>
      )}
    </FormDialog>
  );
}

interface DeleteValueDialogProps {
  found: ValueReference;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteValueDialog({ found, onClose, onDeleted }: DeleteValueDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Delete the value of {key}?", { key: found.key })}
      description={t("It cannot be restored. It can take 60 seconds until it is gone everywhere.")}
      confirmLabel={t("Delete value")}
      mutationFn={async () => {
        const store = await app.getDataVaultStore(found.storeId);
        await store.deleteValue(found.key, { secret: found.secret });
        await readAgain(queryClient, storesOptions(app).queryKey);
        done({
          message: t("The value has been deleted."),
          title: t("Delete a value"),
          code: kitCode(
            [`const store = await serverApp.getDataVaultStore(${JSON.stringify(found.storeId)});`],
            "store.deleteValue",
            found.key,
            { secret: hidden("VAULT_SECRET") },
          ),
        });
        onDeleted();
      }}
    />
  );
}
