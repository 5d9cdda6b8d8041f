import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ApiKeyCreateOptions } from "../../../../kit";
import { expiryAfter, type Lifetime, LifetimeField } from "../../../../ui/api-keys/lifetime-field";
import { ShownOnceDialog } from "../../../../ui/api-keys/shown-once-dialog";
import { CopyField } from "../../../../ui/data/copy-field";
import { TextField } from "../../../../ui/forms/text-field";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { fieldOf } from "../../../forms/form";
import { FormDialog } from "../../../forms/form-dialog";
import type { ApiKeyOwner } from "../../../queries/account-queries";
import { useMutation } from "../../../queries/query-hooks";

type NewKey = { description: string; lifetime: Lifetime };

const maxDescriptionLength = 256;

/** Creates a key, then shows it for the only time. */
export function CreateApiKeyDialog({
  owner,
  onClose,
}: {
  owner: Pick<ApiKeyOwner, "createApiKey">;
  onClose: () => void;
}) {
  const t = useTranslation();
  const [createdKey, setCreatedKey] = useState<string>();
  const createKey = useMutation({ mutationFn: (options: ApiKeyCreateOptions) => owner.createApiKey(options) });
  const form = useForm<NewKey>({ defaultValues: { description: "", lifetime: "30" } });
  const { control } = form;

  async function create({ description, lifetime }: NewKey) {
    const key = await createKey.mutateAsync({
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
    });
    setCreatedKey(key.value);
  }

  if (createdKey !== undefined) return <CreatedKeyDialog value={createdKey} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={t("Create an API key")}
      submitLabel={t("Create key")}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t("Description")}
        hint={t("Where it is used, so that you know what you revoke.")}
        placeholder={t("Nightly backup")}
        autoComplete="off"
        {...fieldOf(form, "description", {
          validate: (description) => description.trim() !== "" || t("Say where this key is used."),
          maxLength: {
            value: maxDescriptionLength,
            message: t("Use at most {max} characters.", { max: maxDescriptionLength }),
          },
        })}
      />
      <LifetimeField control={control} name="lifetime" />
    </FormDialog>
  );
}

/** Shows a new key for the only time. */
export function CreatedKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useTranslation();
  return (
    <ShownOnceDialog
      title={t("Your new API key")}
      description={t("Copy it to a safe place now. It cannot be shown again.")}
      acknowledgement={t("I have copied the key, and understand that it is not shown again")}
      reminder={t("Tick the box below first, so that the key is not lost by accident.")}
      onClose={onClose}
    >
      <CopyField label={t("Secret API key")} value={value} isTyped />
    </ShownOnceDialog>
  );
}
