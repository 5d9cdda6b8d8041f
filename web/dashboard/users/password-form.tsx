import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../kit";
import { inEnglish, inPlainWords } from "../../react/errors/describe-failure";
import { checkNewPassword } from "../../react/forms/credential-rules";
import { FormCard } from "../../react/forms/form-card";
import { Button } from "../../ui/buttons/button";
import { PasswordField } from "../../ui/forms/text-field";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { english } from "../../ui/translation/translate";
import { useOwnedProject } from "../projects/use-owned-projects";
import { setPasswordOptions, updateUserOptions } from "./queries";
import { refusedField } from "./refused-fields";
import { userName } from "./user-name";

export function PasswordForm({ user }: { user: ServerUser }) {
  const { config } = useOwnedProject();
  const setPassword = useMutation(setPasswordOptions(user));
  const updateUser = useMutation(updateUserOptions(user));
  const [isRemoving, setIsRemoving] = useState(false);
  const form = useForm({ defaultValues: { password: "" } });
  const { register, reset, formState } = form;
  // An existing password can be replaced even while sign-in with a password is disabled.
  const canSet = user.hasPassword || config.credentialEnabled;

  return (
    <FormCard
      form={form}
      title="Password"
      description={
        canSet
          ? "Setting a password ends all sessions of the user."
          : "Sign-in with a password is disabled in this project."
      }
      saveLabel={user.hasPassword ? "Replace password" : "Set password"}
      savedMessage="Password saved."
      onSave={async ({ password }) => {
        await setPassword.mutateAsync(password);
        reset();
      }}
      explain={refusedField("password")}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        disabled={!canSet}
        error={formState.errors.password?.message}
        {...register("password", { validate: checkNewPassword(english) })}
      />
      {user.hasPassword && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsRemoving(true)}>
          Remove password
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove the password of ${userName(user)}?`}
        description="All sessions of the user end, and they can only sign in with another method."
        confirmLabel="Remove password"
        onConfirm={() => inPlainWords(updateUser.mutateAsync({ password: null }), inEnglish)}
      />
    </FormCard>
  );
}
