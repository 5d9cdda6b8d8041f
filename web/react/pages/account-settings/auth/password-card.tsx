import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../../../kit/errors/known-error";
import type { CurrentUser } from "../../../../kit/index";
import { Button } from "../../../../ui/buttons/button";
import { PasswordField } from "../../../../ui/forms/text-field";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { knownErrorText } from "../../../errors/describe-failure";
import { checkNewPassword } from "../../../forms/credential-rules";
import { ForgottenPassword } from "../../../forms/forgotten-password";
import { fieldOf } from "../../../forms/form";
import { FormDialog } from "../../../forms/form-dialog";
import { NewPasswordField, usePasswordLength } from "../../../forms/new-password-field";
import type { FormFailure } from "../../../forms/use-form-mutation";
import type { SectionProps } from "../section";
import { useSignInState } from "./use-sign-in-state";

export function PasswordCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { hasSignInEmail } = useSignInState(props);
  const [isOpen, setIsOpen] = useState(false);
  const canSet = user.hasPassword || hasSignInEmail;
  return (
    <>
      <Card
        title={t("Password")}
        description={describe(user.hasPassword, canSet, t)}
        actions={
          canSet && (
            <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
              {user.hasPassword ? t("Update password") : t("Set password")}
            </Button>
          )
        }
      />
      {isOpen && <PasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function describe(hasPassword: boolean, canSet: boolean, t: Translate): string {
  if (hasPassword) return t("You have a password. Changing it signs you out everywhere else.");
  return canSet ? t("Set a password for your account.") : t("To set a password, you need a sign-in email.");
}

type Passwords = { old: string; password: string };

/** Replaces the password, or sets the first one. */
function PasswordDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useTranslation();
  const toast = useToast();
  // As of opening the dialog: a first password is there before the dialog has closed.
  const [isUpdate] = useState(user.hasPassword);
  const passwordLength = usePasswordLength();
  const form = useForm<Passwords>({ defaultValues: { old: "", password: "" } });

  async function save({ old, password }: Passwords) {
    const refusal = isUpdate
      ? await user.updatePassword({ oldPassword: old, newPassword: password })
      : await user.setPassword({ password });
    if (refusal) throw refusal;
    onClose();
    toast({ tone: "success", message: isUpdate ? t("Your password is changed.") : t("Your password is set.") });
  }

  return (
    <FormDialog
      form={form}
      title={isUpdate ? t("Update your password") : t("Set a password")}
      description={isUpdate ? t("You stay signed in here, and are signed out everywhere else.") : undefined}
      submitLabel={isUpdate ? t("Update password") : t("Set password")}
      onSubmit={save}
      explain={(error) => explain(error, t)}
      onClose={onClose}
    >
      {/* For password managers: the account that the password belongs to. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ""} readOnly hidden />
      {isUpdate && (
        <>
          <PasswordField
            label={t("Old password")}
            autoComplete="current-password"
            {...fieldOf(form, "old", { required: t("Enter your old password.") })}
          />
          <ForgottenPassword />
        </>
      )}
      <NewPasswordField
        label={t("New password")}
        words={() => [user.primaryEmail ?? ""]}
        {...fieldOf(form, "password", { validate: checkNewPassword(t, passwordLength) })}
      />
    </FormDialog>
  );
}

function explain(error: unknown, t: Translate): FormFailure<Passwords> | undefined {
  if (isKnownError(error, "PASSWORD_CONFIRMATION_MISMATCH")) return { field: "old", message: t("Incorrect password.") };
  if (isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET"))
    return { field: "password", message: knownErrorText(error, t) };
  return undefined;
}
