import { useForm } from "react-hook-form";
import { checkEmail, checkNewPassword } from "../../react/forms/credential-rules";
import { FormDialog } from "../../react/forms/form-dialog";
import { PasswordField, TextField } from "../../ui/text-field";
import { useToast } from "../../ui/toast";
import { useOwnedProject } from "../use-owned-projects";
import { EmailUses } from "./email-uses";
import { refusalOf } from "./user-failures";

type NewUser = { displayName: string; email: string; isVerified: boolean; isForSignIn: boolean; password: string };

/** Makes a user by hand, also while sign-up is switched off. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { app, config } = useOwnedProject();
  const toast = useToast();
  const form = useForm<NewUser>({
    defaultValues: { displayName: "", email: "", isVerified: false, isForSignIn: true, password: "" },
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const hasEmail = watch("email").trim() !== "";

  async function create({ displayName, email, isVerified, isForSignIn, password }: NewUser) {
    await app.createUser({
      displayName: displayName.trim() || null,
      password: password || undefined,
      ...(email.trim() && {
        primaryEmail: email.trim(),
        primaryEmailVerified: isVerified,
        primaryEmailAuthEnabled: isForSignIn,
      }),
    });
    toast({ tone: "success", message: "User created." });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title="Create user"
      submitLabel="Create user"
      onSubmit={create}
      explain={refusalOf("email", "password", "displayName")}
      onClose={onClose}
    >
      <TextField
        label="Display name"
        autoComplete="off"
        error={errors.displayName?.message}
        {...register("displayName", { maxLength: { value: 256, message: "Use at most 256 characters." } })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register("email", { validate: (email) => email.trim() === "" || checkEmail(email) })}
      />
      <EmailUses hasEmail={hasEmail} isForSignIn={register("isForSignIn")} isVerified={register("isVerified")} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={
          config.credentialEnabled
            ? "Leave empty for a user without a password."
            : "Sign-in by password is switched off in this project."
        }
        disabled={!config.credentialEnabled}
        error={errors.password?.message}
        {...register("password", { validate: (password) => password === "" || checkNewPassword(password) })}
      />
    </FormDialog>
  );
}
