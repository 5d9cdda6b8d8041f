import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { InternalApiKeyFirstView } from "../../kit";
import { expiryAfter, type Lifetime, LifetimeField } from "../../ui/api-keys/lifetime-field";
import { ShownOnceDialog } from "../../ui/api-keys/shown-once-dialog";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { Checkbox } from "../../ui/forms/checkbox";
import { TextField } from "../../ui/forms/text-field";
import { useApiUrl } from "../api-url";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { useOwnedProject } from "../projects/use-owned-projects";
import { environmentFile } from "../setup/environment-file";
import { SetupTabs } from "../setup/setup-tabs";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { rememberPublishableKey } from "./new-keys";
import { createApiKeysOptions } from "./queries";

type NewKeys = { description: string; lifetime: Lifetime; kinds: ("client" | "server" | "admin")[] };

/** Creates a set of keys, then shows them for the only time. */
export function CreateKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const kindsErrorId = useId();
  const [createdKeys, setCreatedKeys] = useState<InternalApiKeyFirstView>();
  const createKeys = useMutation(createApiKeysOptions(app));
  const form = useForm<NewKeys>({
    defaultValues: { description: "", lifetime: "never", kinds: ["client", "server"] },
  });
  const { register, control, formState } = form;
  const { errors } = formState;

  async function create({ description, lifetime, kinds }: NewKeys) {
    const wanted = {
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
      hasPublishableClientKey: kinds.includes("client"),
      hasSecretServerKey: kinds.includes("server"),
      hasSuperSecretAdminKey: kinds.includes("admin"),
    };
    const keys = await createKeys.mutateAsync(wanted);
    show({ title: t("Create keys"), code: kitCode([], "adminApp.createInternalApiKey", wanted) });
    rememberPublishableKey(keys);
    setCreatedKeys(keys);
  }

  if (createdKeys) return <NewKeysDialog keys={createdKeys} onClose={onClose} />;
  const kinds = register("kinds", { validate: (chosen) => chosen.length > 0 || t("Choose at least one kind of key.") });
  return (
    <FormDialog form={form} title={t("Create keys")} submitLabel={t("Create keys")} onSubmit={create} onClose={onClose}>
      <TextField
        label={t("Description")}
        hint={t("Where they are used, so that you know what you revoke.")}
        placeholder={t("Production website")}
        autoComplete="off"
        error={errors.description?.message}
        {...register("description", {
          validate: (description) => description.trim() !== "" || t("Say where these keys are used."),
        })}
      />
      <LifetimeField control={control} name="lifetime" />
      <fieldset aria-describedby={errors.kinds ? kindsErrorId : undefined} className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink">{t("Kinds")}</legend>
        <Checkbox
          {...kinds}
          value="client"
          label={t("Publishable client key")}
          hint={t("For browsers. It may be public.")}
        />
        <Checkbox
          {...kinds}
          value="server"
          label={t("Secret server key")}
          hint={t("For your backend. It can read and change every user.")}
        />
        <Checkbox
          {...kinds}
          value="admin"
          label={t("Super secret admin key")}
          hint={t("For automation. It can also change the project itself.")}
        />
        {errors.kinds && (
          <p id={kindsErrorId} className="text-sm font-medium text-danger">
            {errors.kinds.message}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}

/** Shows new keys in full, for the only time. */
function NewKeysDialog({ keys, onClose }: { keys: InternalApiKeyFirstView; onClose: () => void }) {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  return (
    <ShownOnceDialog
      title={t("Your new keys")}
      description={t("Copy them to a safe place now. They cannot be shown again.")}
      acknowledgement={t("I have copied the keys, and understand that they are not shown again")}
      reminder={t("Tick the box below first, so that the keys are not lost by accident.")}
      onClose={onClose}
    >
      {keys.publishableClientKey && (
        <CopyField label={t("Publishable client key")} value={keys.publishableClientKey} isTyped />
      )}
      {keys.secretServerKey && <CopyField label={t("Secret server key")} value={keys.secretServerKey} isTyped />}
      {keys.superSecretAdminKey && (
        <CopyField label={t("Super secret admin key")} value={keys.superSecretAdminKey} isTyped />
      )}
      <CodeBlock title=".env" code={environmentFile({ apiUrl, projectId: project.id }, keys)} />
      {(keys.publishableClientKey || keys.secretServerKey) && (
        // A link would leave the page, and the keys with it.
        <SetupTabs keys={keys} domains={(text) => text} />
      )}
    </ShownOnceDialog>
  );
}
