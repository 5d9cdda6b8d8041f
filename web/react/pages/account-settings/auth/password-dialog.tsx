import { useState } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { PasswordField } from "../../../../ui/forms/text-field";
import { useToast } from "../../../../ui/overlays/toast";
import { checkNewPassword } from "../../../forms/credential-rules";
import { FormDialog } from "../../../forms/form-dialog";
import { NewPasswordField } from "../../../forms/new-password-field";
import type { FormFailure } from "../../../forms/use-form-mutation";

type Passwords = { old: string; password: string };

/** Replaces the password, or sets the first one. */
export function PasswordDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const toast = useToast();
  // As of opening the dialog: a first password is there before the dialog has closed.
  const [isUpdate] = useState(user.hasPassword);
  const form = useForm<Passwords>({ defaultValues: { old: "", password: "" } });
  const { register, formState } = form;
  const { errors } = formState;

  async function save({ old, password }: Passwords) {
    const refusal = isUpdate
      ? await user.updatePassword({ oldPassword: old, newPassword: password })
      : await user.setPassword({ password });
    if (refusal) throw refusal;
    onClose();
    toast({ tone: "success", message: isUpdate ? "Your password is changed." : "Your password is set." });
  }

  return (
    <FormDialog
      form={form}
      title={isUpdate ? "Update your password" : "Set a password"}
      description={isUpdate ? "You stay signed in here, and are signed out everywhere else." : undefined}
      submitLabel={isUpdate ? "Update password" : "Set password"}
      onSubmit={save}
      explain={explain}
      onClose={onClose}
    >
      {/* For password managers: the account that the password belongs to. */}
      <input type="email" autoComplete="username" value={user.primaryEmail ?? ""} readOnly hidden />
      {isUpdate && (
        <PasswordField
          label="Old password"
          autoComplete="current-password"
          error={errors.old?.message}
          {...register("old", { required: "Enter your old password." })}
        />
      )}
      <NewPasswordField
        label="New password"
        words={() => [user.primaryEmail ?? ""]}
        error={errors.password?.message}
        {...register("password", { validate: checkNewPassword })}
      />
    </FormDialog>
  );
}

function explain(error: unknown): FormFailure<Passwords> | undefined {
  if (isKnownError(error, "PASSWORD_CONFIRMATION_MISMATCH")) return { field: "old", message: "Incorrect password." };
  if (isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET")) return { field: "password", message: error.message };
  return undefined;
}
