import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { useTranslation } from "../../ui/translation/use-translation";
import { isCancelled } from "../errors/passkey-errors";
import { FormDialog } from "../forms/form-dialog";
import { explainTotp, type ProofProps, useProof } from "./proof";
import { checkTotp, normalTotp, TotpField } from "./totp-field";

export function PasskeyProof({ onDone, children }: ProofProps) {
  const t = useTranslation();
  const show = useProof();
  const form = useForm({ defaultValues: { totp: "" } });
  const { register, formState } = form;
  // Only a passkey that has not verified its user needs one, which shows when it is used.
  const [needsTotp, setNeedsTotp] = useState(false);
  return (
    <FormDialog
      form={form}
      title={t("Confirm that it is you")}
      description={t("This step is protected. Use one of your passkeys first.")}
      submitLabel={t("Use a passkey")}
      onSubmit={async ({ totp }) => {
        try {
          await show({ passkey: true, ...(needsTotp && { totp: normalTotp(totp) }) });
        } catch (error) {
          if (isKnownError(error, "INVALID_TOTP_CODE")) setNeedsTotp(true);
          throw error;
        }
        onDone(true);
      }}
      explain={(error) => {
        if (isCancelled(error)) return { message: t("No passkey was used. Try again, or choose another way.") };
        if (isKnownError(error, "INVALID_TOTP_CODE") && !needsTotp) {
          return { message: t("This passkey also needs a code from your authenticator app.") };
        }
        return explainTotp(error, t);
      }}
      onClose={() => onDone(false)}
    >
      {needsTotp && (
        <TotpField error={formState.errors.totp?.message} {...register("totp", { validate: checkTotp(t) })} />
      )}
      {children}
    </FormDialog>
  );
}
