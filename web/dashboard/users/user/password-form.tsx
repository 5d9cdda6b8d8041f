import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../../kit";
import { checkNewPassword } from "../../../react/forms/credential-rules";
import { FormCard } from "../../../react/forms/form-card";
import { Button } from "../../../ui/buttons/button";
import { PasswordField } from "../../../ui/forms/text-field";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { hidden } from "../../code/written-code";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { updateUserOptions } from "../queries";
import { refusedField } from "../refused-fields";
import { userName } from "../user-name";
import { useUserWrites } from "./user-writes";

/** Sets, replaces and removes the password of a user. */
export function PasswordForm({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const { mutateAsync: update } = useMutation(updateUserOptions(user));
  const { write, confirmed } = useUserWrites(user);
  const [isRemoving, setIsRemoving] = useState(false);
  const form = useForm({ defaultValues: { password: "" } });
  const { register, reset, formState } = form;
  // An existing password can be replaced even while sign-in with a password is disabled.
  const canSet = user.hasPassword || config.credentialEnabled;

  return (
    <FormCard
      form={form}
      title={t("Password")}
      description={
        canSet
          ? t("Setting a password ends all sessions of the user.")
          : t("Sign-in with a password is disabled in this project.")
      }
      saveLabel={user.hasPassword ? t("Replace password") : t("Set password")}
      savedMessage={t("Password saved.")}
      onSave={async ({ password }) => {
        await write({
          call: ["user.update", { password: hidden("NEW_PASSWORD") }],
          run: () => update({ password }),
        });
        reset();
      }}
      explain={refusedField(t, "password")}
    >
      <PasswordField
        label={t("New password")}
        autoComplete="new-password"
        disabled={!canSet}
        error={formState.errors.password?.message}
        {...register("password", { validate: checkNewPassword(t) })}
      />
      {user.hasPassword && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setIsRemoving(true)}>
          {t("Remove password")}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={t("Remove the password of {name}?", { name: userName(user, t) })}
        description={t("All sessions of the user end, and they can only sign in with another method.")}
        confirmLabel={t("Remove password")}
        onConfirm={() =>
          confirmed({
            done: t("The password is removed."),
            call: ["user.update", { password: null }],
            run: () => update({ password: null }),
          })
        }
      />
    </FormCard>
  );
}
