import { useState } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { PasswordField } from "../../../../ui/forms/text-field";
import { useToast } from "../../../../ui/overlays/toast";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { knownErrorText } from "../../../errors/known-error-texts";
import { checkNewPassword } from "../../../forms/credential-rules";
import { FormDialog } from "../../../forms/form-dialog";
import { NewPasswordField } from "../../../forms/new-password-field";
import type { FormFailure } from "../../../forms/use-form-mutation";
import { usePasswordLength } from "../../../forms/use-password-length";

type Passwords = { old: string; password: string };

/** Replaces the password, or sets the first one. */
export function PasswordDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useTranslation();
  const toast = useToast();
  // As of opening the dialog: a first password is there before the dialog has closed.
  const [isUpdate] = useState(user.hasPassword);
  const passwordLength = usePasswordLength();
  const form = useForm<Passwords>({ defaultValues: { old: "", password: "" } });
  const { register, formState } = form;
  const { errors } = formState;

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
        <PasswordField
          label={t("Old password")}
          autoComplete="current-password"
          error={errors.old?.message}
          {...register("old", { required: t("Enter your old password.") })}
        />
      )}
      <NewPasswordField
        label={t("New password")}
        words={() => [user.primaryEmail ?? ""]}
        error={errors.password?.message}
        {...register("password", { validate: checkNewPassword(t, passwordLength) })}
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
