import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../kit";
import { inPlainWords } from "../../react/errors/describe-failure";
import { checkNewPassword } from "../../react/forms/credential-rules";
import { FormCard } from "../../react/forms/form-card";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/dialog";
import { PasswordField } from "../../ui/text-field";
import { useOwnedProject } from "../use-owned-projects";
import { nameOf } from "./user-columns";
import { refusalOf } from "./user-failures";

export function PasswordForm({ user }: { user: ServerUser }) {
  const { config } = useOwnedProject();
  const [isRemoving, setIsRemoving] = useState(false);
  const form = useForm({ defaultValues: { password: "" } });
  const { register, reset, formState } = form;
  // A first password needs the method to be on; one that is there may always be replaced.
  const canSet = user.hasPassword || config.credentialEnabled;

  return (
    <FormCard
      form={form}
      title="Password"
      description={
        canSet
          ? "Setting a password ends every session of the user."
          : "Sign-in by password is switched off in this project."
      }
      saveLabel={user.hasPassword ? "Replace password" : "Set password"}
      savedMessage="Password saved."
      onSave={async ({ password }) => {
        await user.setPassword({ password });
        reset();
      }}
      explain={refusalOf("password")}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        disabled={!canSet}
        error={formState.errors.password?.message}
        {...register("password", { validate: checkNewPassword })}
      />
      {user.hasPassword && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsRemoving(true)}>
          Remove password
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove the password of ${nameOf(user)}?`}
        description="Every session ends, and the user can only sign in by another method."
        confirmLabel="Remove password"
        onConfirm={() => inPlainWords(user.update({ password: null }))}
      />
    </FormCard>
  );
}
