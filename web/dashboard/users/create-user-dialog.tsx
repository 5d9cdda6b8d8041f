import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { checkNewPassword } from "../../react/forms/credential-rules";
import { FormDialog } from "../../react/forms/form-dialog";
import { PasswordField, TextField } from "../../ui/forms/text-field";
import { useToast } from "../../ui/overlays/toast";
import { english } from "../../ui/translation/translate";
import { useOwnedProject } from "../projects/use-owned-projects";
import { EmailCheckboxes } from "./email-checkboxes";
import { checkOptionalEmail, displayNameRules } from "./field-rules";
import { createUserOptions } from "./queries";
import { refusedField } from "./refused-fields";

type NewUser = { displayName: string; email: string; isVerified: boolean; isForSignIn: boolean; password: string };

/** Creates a user, also while sign-up is disabled. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { app, config } = useOwnedProject();
  const createUser = useMutation(createUserOptions(app));
  const toast = useToast();
  const form = useForm<NewUser>({
    defaultValues: { displayName: "", email: "", isVerified: false, isForSignIn: true, password: "" },
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const hasEmail = watch("email").trim() !== "";

  async function create({ displayName, email, isVerified, isForSignIn, password }: NewUser) {
    await createUser.mutateAsync({
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
      explain={refusedField("email", "password", "displayName")}
      onClose={onClose}
    >
      <TextField
        label="Display name"
        autoComplete="off"
        error={errors.displayName?.message}
        {...register("displayName", displayNameRules)}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register("email", { validate: checkOptionalEmail })}
      />
      <EmailCheckboxes hasEmail={hasEmail} isForSignIn={register("isForSignIn")} isVerified={register("isVerified")} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={
          config.credentialEnabled
            ? "Leave empty for a user without a password."
            : "Sign-in with a password is disabled in this project."
        }
        disabled={!config.credentialEnabled}
        error={errors.password?.message}
        {...register("password", { validate: (password) => password === "" || checkNewPassword(english)(password) })}
      />
    </FormDialog>
  );
}
