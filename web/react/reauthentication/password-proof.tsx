import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { PasswordField } from "../../ui/forms/text-field";
import { useTranslation } from "../../ui/translation/use-translation";
import { FormDialog } from "../forms/form-dialog";
import { explainTotp, type ProofProps, useProof } from "./proof";
import { checkTotp, normalTotp, TotpField } from "./totp-field";

export function PasswordProof({ requiresTotp, onDone, children }: ProofProps) {
  const t = useTranslation();
  const show = useProof();
  const form = useForm({ defaultValues: { password: "", totp: "" } });
  const { register, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Confirm that it is you")}
      description={t("This step is protected. Enter your password first.")}
      submitLabel={t("Confirm")}
      onSubmit={async ({ password, totp }) => {
        await show({ password, ...(requiresTotp && { totp: normalTotp(totp) }) });
        onDone(true);
      }}
      explain={(error) =>
        isKnownError(error, "PASSWORD_CONFIRMATION_MISMATCH")
          ? { field: "password", message: t("This is not your password.") }
          : explainTotp(error, t)
      }
      onClose={() => onDone(false)}
    >
      <PasswordField
        label={t("Password")}
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: t("Enter your password.") })}
      />
      {requiresTotp && (
        <TotpField error={formState.errors.totp?.message} {...register("totp", { validate: checkTotp(t) })} />
      )}
      {children}
    </FormDialog>
  );
}
