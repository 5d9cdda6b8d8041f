import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { providerName } from "../../react/components/provider-icon";
import { Button } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Checkbox } from "../../ui/forms/checkbox";
import { Select } from "../../ui/forms/select";
import { PasswordField, TextField } from "../../ui/forms/text-field";
import { useToast } from "../../ui/overlays/toast";
import { useApiUrl } from "../api-url";
import { FormDialog } from "../dialogs/form-dialog";
import { refusedSetting, useSaveConfig } from "../forms/config";
import type { Setting } from "../forms/config-document";
import { useTranslation } from "../translation/use-translation";
import {
  canBeShared,
  choicesOf,
  type ProviderChoices,
  type ProviderId,
  providerOverride,
  signInScopes,
} from "./provider-choices";

/** The keys of a provider and what users may do with it. */
export function ProviderDialog({
  id,
  saved,
  onClose,
}: {
  id: ProviderId;
  /** Undefined while the provider is off. */
  saved: { readonly [key: string]: Setting } | undefined;
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const name = providerName(id);
  const form = useForm<ProviderChoices>({ defaultValues: choicesOf(id, saved) });
  const { register, watch, setValue, formState } = form;
  const isOwn = watch("keys") === "own";
  const [isRemoving, setIsRemoving] = useState(false);

  if (isRemoving) return <RemoveDialog id={id} onCancel={() => setIsRemoving(false)} onRemoved={onClose} />;
  return (
    <FormDialog
      form={form}
      title={saved ? t("Edit {name}", { name }) : t("Add {name}", { name })}
      submitLabel={saved ? t("Save changes") : t("Add {name}", { name })}
      onClose={onClose}
      onSubmit={async (choices) => {
        await save(providerOverride(id, choices));
        toast({ tone: "success", message: t("Users can use {name} now.", { name }) });
        onClose();
      }}
      explain={(error) => {
        const refused = refusedSetting(error);
        const field = refused?.path.split(".").at(-1) as keyof ProviderChoices | undefined;
        return refused && field && field in form.getValues() ? { field, message: refused.message } : undefined;
      }}
    >
      {canBeShared(id) && (
        <Select
          label={t("Keys")}
          hint={
            isOwn
              ? undefined
              : t(
                  "For development: the provider’s page shows the name of this instance. Production needs keys of your own.",
                )
          }
          options={[
            { value: "shared", label: t("Shared keys") },
            { value: "own", label: t("Own keys") },
          ]}
          value={watch("keys")}
          onValueChange={(keys) => setValue("keys", keys, { shouldDirty: true })}
        />
      )}
      {isOwn && <OwnKeys id={id} form={form} hasSecret={typeof saved?.clientSecret === "string"} />}
      <div className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium text-ink">{t("Scopes of every sign-in")}</h3>
        <ul aria-label={t("Scopes of every sign-in")} className="flex flex-wrap gap-1.5">
          {signInScopes[id].map((scope) => (
            <li
              key={scope}
              className="rounded-control bg-sunken px-2 py-0.5 font-mono text-xs text-ink-soft wrap-anywhere"
            >
              {scope}
            </li>
          ))}
        </ul>
      </div>
      {isOwn && (
        <TextField
          label={t("More scopes")}
          hint={t(
            "Separated by spaces. Every user is asked to allow them, so leave to connected accounts what few of them need.",
          )}
          autoComplete="off"
          spellCheck={false}
          error={formState.errors.scopes?.message}
          {...register("scopes")}
        />
      )}
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 text-sm font-medium text-ink">{t("Users may")}</legend>
        <Checkbox {...register("allowSignIn")} label={t("Sign in and sign up with it")} />
        <Checkbox
          {...register("allowConnectedAccounts")}
          label={t("Connect it to their account")}
          hint={t("Your website then asks for the scopes it needs: user.getConnectedAccount(…).")}
        />
      </fieldset>
      {saved && (
        <Button variant="ghost" size="small" className="self-start text-danger" onClick={() => setIsRemoving(true)}>
          {t("Remove {name}", { name })}
        </Button>
      )}
    </FormDialog>
  );
}

/** The keys that the project has at the provider. */
function OwnKeys({
  id,
  form: { register, formState },
  hasSecret,
}: {
  id: ProviderId;
  form: UseFormReturn<ProviderChoices>;
  hasSecret: boolean;
}) {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  const name = providerName(id);
  return (
    <>
      <CopyField
        label={t("Callback URL, to enter at {name}", { name })}
        value={`${apiUrl}/api/v1/auth/oauth/callback/${id}`}
      />
      <TextField
        label={t("Client ID")}
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.clientId?.message}
        {...register("clientId", {
          validate: (text) => text.trim() !== "" || t("Enter the client ID that {name} shows.", { name }),
        })}
      />
      <PasswordField
        label={t("Client secret")}
        autoComplete="off"
        placeholder={hasSecret ? "••••••••" : undefined}
        hint={hasSecret ? t("Is set. What you type here takes its place.") : undefined}
        error={formState.errors.clientSecret?.message}
        {...register("clientSecret", {
          validate: (text) =>
            hasSecret || text.trim() !== "" || t("Enter the client secret that {name} shows.", { name }),
        })}
      />
      {id === "microsoft" && (
        <TextField
          label={t("Tenant ID")}
          hint={t("Empty: accounts of every organization, and personal ones.")}
          error={formState.errors.microsoftTenantId?.message}
          {...register("microsoftTenantId")}
        />
      )}
      {id === "facebook" && (
        <TextField
          label={t("Configuration ID")}
          hint={t("Of Facebook Login for Business; empty for the usual login.")}
          error={formState.errors.facebookConfigId?.message}
          {...register("facebookConfigId")}
        />
      )}
    </>
  );
}

function RemoveDialog({ id, onCancel, onRemoved }: { id: ProviderId; onCancel: () => void; onRemoved: () => void }) {
  const t = useTranslation();
  const save = useSaveConfig();
  const name = providerName(id);
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onCancel}
      title={t("Remove {name}?", { name })}
      description={t(
        "Users can no longer sign in with it, and its keys and scopes are deleted. Accounts that are linked stay, for when it is added again.",
      )}
      confirmLabel={t("Remove {name}", { name })}
      successMessage={t("{name} is removed.", { name })}
      mutationFn={async () => {
        await save({ [`auth.oauth.providers.${id}`]: null });
        onRemoved();
      }}
    />
  );
}
