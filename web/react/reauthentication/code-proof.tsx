import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { Button } from "../../ui/buttons/button";
import { TextField } from "../../ui/forms/text-field";
import { useTranslation } from "../../ui/translation/use-translation";
import { FormDialog } from "../forms/form-dialog";
import { normalMailedCode } from "../forms/mailed-code";
import { useApp } from "../hooks/use-app";
import { explainTotp, type ProofProps, useProof } from "./proof";
import { checkTotp, normalTotp, TotpField } from "./totp-field";

const codeLength = 6;

/** Mails a code first, then takes it. */
export function CodeProof({ requiresTotp, onDone, children }: ProofProps) {
  const t = useTranslation();
  const app = useApp();
  const show = useProof();
  const form = useForm({ defaultValues: { code: "", totp: "" } });
  const { register, formState } = form;
  /** What follows the typed part; undefined until a code is mailed. */
  const [nonce, setNonce] = useState<string>();

  async function send() {
    const user = await app.getUser({ or: "throw" });
    setNonce((await user.sendReauthenticationCode()).nonce);
  }

  return (
    <FormDialog
      form={form}
      title={t("Confirm that it is you")}
      description={
        nonce === undefined
          ? t("This step is protected. We send a code to your primary email first.")
          : t("We sent a code to your primary email. It works in this browser only.")
      }
      submitLabel={nonce === undefined ? t("Send the code") : t("Confirm")}
      onSubmit={async ({ code, totp }) => {
        if (nonce === undefined) return await send();
        const typed = normalMailedCode(code).replace(/\s/g, "");
        await show({ code: typed + nonce, ...(requiresTotp && { totp: normalTotp(totp) }) });
        onDone(true);
      }}
      explain={(error) =>
        isKnownError(error, "VERIFICATION_ERROR")
          ? { field: "code", message: t("This code is not right, or too old. Check the email, or send a new code.") }
          : explainTotp(error, t)
      }
      onClose={() => onDone(false)}
    >
      {nonce !== undefined && (
        <>
          <TextField
            // Shown in place of the button that sent the code.
            autoFocus
            label={t("Code from the email")}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            error={formState.errors.code?.message}
            {...register("code", {
              validate: (code) =>
                code.replace(/\s/g, "").length === codeLength ||
                t("Enter the {length} characters of the code.", { length: codeLength }),
            })}
          />
          {requiresTotp && (
            <TotpField error={formState.errors.totp?.message} {...register("totp", { validate: checkTotp(t) })} />
          )}
          <Button variant="ghost" size="small" className="self-start" onClick={send}>
            {t("Send a new code")}
          </Button>
        </>
      )}
      {children}
    </FormDialog>
  );
}
