import EllipsisIcon from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Passkey } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { TextField } from "../../../../ui/forms/text-field";
import { Card } from "../../../../ui/layout/card";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../../ui/overlays/dropdown-menu";
import { useToast } from "../../../../ui/overlays/toast";
import { RelativeTime } from "../../../../ui/text/relative-time";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { dataOrThrow, isAlreadyRegistered, isCancelled, settled } from "../../../errors/outcomes";
import { fieldOf } from "../../../forms/form";
import { FormDialog } from "../../../forms/form-dialog";
import { useMutation, useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { CardList } from "../parts/card-list";
import type { SectionProps } from "../section";
import { useSignInState } from "./use-sign-in-state";

/** Passkeys: each device or security key has its own. */
export function PasskeysCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { data: passkeys } = useSuspenseQuery(viewOf(user, user.listPasskeys));
  const { hasVerifiedSignInEmail, hasOneMethod } = useSignInState(props);
  const toast = useToast();
  const { mutateAsync, error } = useMutation({
    mutationFn: () => dataOrThrow(user.registerPasskey()),
    onSuccess: () => toast({ tone: "success", message: t("Your passkey is registered.") }),
  });

  return (
    <Card
      title={t("Passkeys")}
      description={t(
        "Sign in with your fingerprint, face or device PIN, without a password. Each device can have a passkey of its own.",
      )}
      actions={
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={() => settled(mutateAsync())}>
            {t("Add a passkey")}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {error && !isCancelled(error) && <Alert tone="danger">{describeError(error, t)}</Alert>}
        <CardList
          label={t("Your passkeys")}
          note={
            hasVerifiedSignInEmail
              ? t("You have no passkey yet.")
              : t("To sign in with passkeys, you need a verified sign-in email.")
          }
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isOnlyMethod={hasOneMethod && passkeys.length === 1} />
          ))}
        </CardList>
      </div>
    </Card>
  );
}

function describeError(error: unknown, t: Translate): string {
  if (isAlreadyRegistered(error)) return t("This device already has a passkey for your account.");
  return describeFailure(error, t);
}

function PasskeyRow({ passkey, isOnlyMethod }: { passkey: Passkey; isOnlyMethod: boolean }) {
  const t = useTranslation();
  const { name, createdAt, lastUsedAt } = passkey;
  const [asking, setAsking] = useState<"name" | "remove">();
  const close = () => setAsking(undefined);

  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium wrap-anywhere text-ink">{name}</span>
        <span className="text-2xs text-ink-soft">
          {lastUsedAt
            ? t.rich("Added {added}, last used {lastUsed}", {
                added: <RelativeTime at={createdAt} />,
                lastUsed: <RelativeTime at={lastUsedAt} />,
              })
            : t.rich("Added {added}, not used yet", { added: <RelativeTime at={createdAt} /> })}
        </span>
      </div>
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label={t("Actions for {name}", { name })} className="-me-2">
            <EllipsisIcon aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsking("name")}>{t("Rename")}</MenuItem>
        <MenuSeparator />
        <MenuItem
          tone="danger"
          refused={isOnlyMethod ? t("It is your only way to sign in.") : undefined}
          onSelect={() => setAsking("remove")}
        >
          {t("Remove")}
        </MenuItem>
      </DropdownMenu>
      {asking === "name" && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      <ConfirmMutation
        isOpen={asking === "remove"}
        onOpenChange={close}
        title={t("Remove the passkey “{name}”?", { name })}
        description={t(
          "You will not be able to sign in with it any more. Delete it on your device too, or the device goes on offering it.",
        )}
        confirmLabel={t("Remove passkey")}
        mutationFn={() => passkey.delete()}
        successMessage={t("The passkey is removed.")}
      />
    </li>
  );
}

const maxNameLength = 64;

function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { name: passkey.name } });
  return (
    <FormDialog
      form={form}
      title={t("Rename this passkey")}
      description={t("Choose a name by which you recognise the device.")}
      submitLabel={t("Save")}
      onSubmit={async ({ name }) => {
        await passkey.rename(name.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t("Name")}
        autoComplete="off"
        {...fieldOf(form, "name", {
          validate: (name) => name.trim() !== "" || t("Enter a name."),
          maxLength: { value: maxNameLength, message: t("Use at most {max} characters.", { max: maxNameLength }) },
        })}
      />
    </FormDialog>
  );
}
