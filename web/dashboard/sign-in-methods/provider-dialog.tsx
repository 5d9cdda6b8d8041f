import { useState } from "react";
import { type FieldPath, useForm } from "react-hook-form";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { providerName } from "../../react/components/provider-icon";
import { Button } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { useApiUrl } from "../api-url";
import type { FieldRows } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { hiddenSecret, refusedSetting, useSaveConfig } from "../forms/config";
import type { Setting } from "../forms/config-document";
import { type Translate, useTranslation } from "../translation/use-translation";
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
  const save = useSaveConfig();
  const name = providerName(id);
  const callbackUrl = `${useApiUrl()}/api/v1/auth/oauth/callback/${id}`;
  const [isRemoving, setIsRemoving] = useState(false);
  // Held here, so that it is as it was after the question of the removal.
  const form = useForm<ProviderChoices>({ defaultValues: choicesOf(id, saved) });
  const isOwn = form.watch("keys") === "own";

  if (isRemoving) return <RemoveDialog id={id} onCancel={() => setIsRemoving(false)} onRemoved={onClose} />;
  return (
    <FormDialog
      form={form}
      title={saved ? t("Edit {name}", { name }) : t("Add {name}", { name })}
      submitLabel={saved ? t("Save changes") : t("Add {name}", { name })}
      onClose={onClose}
      write={async (choices) => {
        await save(providerOverride(id, choices));
        return { message: t("Users can use {name} now.", { name }) };
      }}
      explain={(error) => {
        const refused = refusedSetting(error);
        const field = refused?.path.split(".").at(-1) as FieldPath<ProviderChoices> | undefined;
        return refused && field && field in form.getValues() ? { field, message: refused.message } : undefined;
      }}
      fields={[
        canBeShared(id) && {
          kind: "choice",
          name: "keys",
          label: t("Keys"),
          hint: isOwn
            ? undefined
            : t(
                "For development: the provider’s page shows the name of this instance. Production needs keys of your own.",
              ),
          options: [
            { value: "shared", label: t("Shared keys") },
            { value: "own", label: t("Own keys") },
          ],
        },
        isOwn && (
          <CopyField key="callback" label={t("Callback URL, to enter at {name}", { name })} value={callbackUrl} />
        ),
        ...(isOwn ? ownKeyRows(id, typeof saved?.clientSecret === "string", t) : []),
        <SignInScopes key="scopes" id={id} />,
        isOwn && {
          name: "scopes",
          label: t("More scopes"),
          hint: t(
            "Separated by spaces. Every user is asked to allow them, so leave to connected accounts what few of them need.",
          ),
          spellCheck: false,
        },
        {
          kind: "group",
          label: t("Users may"),
          rows: [
            { kind: "checkbox", name: "allowSignIn", label: t("Sign in and sign up with it") },
            {
              kind: "checkbox",
              name: "allowConnectedAccounts",
              label: t("Connect it to their account"),
              hint: t("Your website then asks for the scopes it needs: user.getConnectedAccount(…)."),
            },
          ],
        },
      ]}
    >
      {saved && (
        <Button variant="ghost" size="small" className="self-start text-danger" onClick={() => setIsRemoving(true)}>
          {t("Remove {name}", { name })}
        </Button>
      )}
    </FormDialog>
  );
}

/** What every user is asked to allow. */
function SignInScopes({ id }: { id: ProviderId }) {
  const t = useTranslation();
  return (
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
  );
}

/** The keys that the project has at the provider. */
function ownKeyRows(id: ProviderId, hasSecret: boolean, t: Translate): FieldRows<ProviderChoices> {
  const name = providerName(id);
  return [
    {
      name: "clientId",
      label: t("Client ID"),
      spellCheck: false,
      validate: (text) => text.trim() !== "" || t("Enter the client ID that {name} shows.", { name }),
    },
    {
      kind: "password",
      name: "clientSecret",
      label: t("Client secret"),
      placeholder: hasSecret ? hiddenSecret : undefined,
      hint: hasSecret ? t("Is set. What you type here takes its place.") : undefined,
      validate: (text) => hasSecret || text.trim() !== "" || t("Enter the client secret that {name} shows.", { name }),
    },
    id === "microsoft" && {
      name: "microsoftTenantId",
      label: t("Tenant ID"),
      hint: t("Empty: accounts of every organization, and personal ones."),
    },
    id === "facebook" && {
      name: "facebookConfigId",
      label: t("Configuration ID"),
      hint: t("Of Facebook Login for Business; empty for the usual login."),
    },
  ];
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
