import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { encode } from "uqr";
import { CopyField } from "../../../../ui/data/copy-field";
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

/** Width of the white border, in modules; cameras need it to find the code (ISO/IEC 18004 section 6.3.8). */
const quietZone = 4;

/** A text as a QR code: black on white in every theme, because many cameras read no other. `label` is for screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-full rounded-control border border-line bg-white"
    >
      <path d={outline(data)} fill="black" />
    </svg>
  );
}

/** The dark modules as one path, with a rectangle for each run. */
function outline(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => {
      const text = row.map((isDark) => (isDark ? "1" : "0")).join("");
      return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join("");
}
