import { useId } from "react";
import { useForm } from "react-hook-form";
import { checkEmail, checkNewPassword } from "../../react/credential-rules";
import { FormFailure } from "../../react/form-failure";
import { submitWith } from "../../react/submit";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { PasswordField, TextField } from "../../ui/text-field";
import { useToast } from "../../ui/toast";
import { useOwnedProject } from "../use-owned-projects";
import { refusalOf } from "./user-failures";

/** Makes a user by hand, also while sign-up is switched off. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { app, config } = useOwnedProject();
  const toast = useToast();
  const formId = useId();
  const form = useForm({
    defaultValues: { displayName: "", email: "", isVerified: false, isForSignIn: true, password: "" },
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const hasEmail = watch("email").trim() !== "";

  const submit = submitWith(
    form,
    async ({ displayName, email, isVerified, isForSignIn, password }) => {
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
    },
    refusalOf("email", "password", "displayName"),
  );

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Create user"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={formState.isSubmitting}>
            Create user
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} autoComplete="off" className="flex flex-col gap-5">
        <FormFailure form={form} />
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
        <div className="flex flex-col gap-1">
          <Checkbox
            label="Used for sign-in"
            hint="The user can sign in with this address."
            disabled={!hasEmail}
            {...register("isForSignIn")}
          />
          <Checkbox
            label="Verified"
            hint="You know that the address is the user's own."
            disabled={!hasEmail}
            {...register("isVerified")}
          />
        </div>
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
      </form>
    </Dialog>
  );
}
