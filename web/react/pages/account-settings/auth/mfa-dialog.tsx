import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { CopyField } from "../../../../ui/data/copy-field";
import { QrCode } from "../../../../ui/data/qr-code";
import { CodeField } from "../../../../ui/forms/code-field";
import { useToast } from "../../../../ui/overlays/toast";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { describeFailure } from "../../../errors/describe-failure";
import { FormDialog } from "../../../forms/form-dialog";
import { useMutation } from "../../../queries/query-hooks";
import type { SectionProps } from "../section";
import { formatSecret, isTotpOf, newTotpSecret, otpauthUri, totpDigits } from "./totp";

/** Shows a new secret for an authenticator app, and enables it with a code that proves that the app has it. */
export function MfaDialog({
  user,
  project,
  onCodes,
  onClose,
}: SectionProps & {
  /** Called with the recovery codes that belong to the app. */
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [secret] = useState(newTotpSecret);
  const form = useForm({ defaultValues: { code: "" }, reValidateMode: "onSubmit" });
  form.register("code", {
    validate: (code) => isTotpOf(secret, code) || t("This code is not right. Wait for the next one, and try again."),
  });
  const refusal = form.formState.errors.code?.message;
  const { setValue } = form;
  useEffect(() => {
    // A full field takes no further digit, and the next code is another one.
    if (refusal !== undefined) setValue("code", "");
  }, [refusal, setValue]);

  // Outside of the form, which is done once the app is enabled; codes can be made later as well.
  const createCodes = useMutation({
    mutationFn: () => user.createRecoveryCodes(),
    onSuccess: onCodes,
    onError: (error) =>
      toast({
        tone: "danger",
        message: t("Your recovery codes could not be made. {reason}", { reason: describeFailure(error, t) }),
      }),
  });

  async function enable() {
    await user.update({ totpMultiFactorSecret: secret });
    toast({ tone: "success", message: t("Two-step verification is on.") });
    onClose();
    createCodes.mutate();
  }

  return (
    <FormDialog
      form={form}
      title={t("Set up two-step verification")}
      description={t("Scan this code with your authenticator app, or type the key into it.")}
      submitLabel={t("Switch on")}
      onSubmit={enable}
      onClose={onClose}
    >
      <div className="mx-auto size-56">
        <QrCode
          label={t("QR code for your authenticator app")}
          text={otpauthUri({ issuer: project.displayName, account: user.primaryEmail ?? user.id, secret })}
        />
      </div>
      <CopyField label={t("Key")} value={formatSecret(secret)} isTyped />
      <CodeField
        ref={input}
        label={t("Then enter the six-digit code that the app shows")}
        pattern="[0-9]*"
        length={totpDigits}
        value={form.watch("code")}
        readOnly={form.formState.isSubmitting}
        error={refusal}
        onValueChange={(typed) => {
          form.setValue("code", typed);
          form.clearErrors("code");
          if (typed.length === totpDigits) input.current?.form?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}
