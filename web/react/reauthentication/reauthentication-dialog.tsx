import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { KnownError } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import type { Reauthentication } from "../../kit/sign-in/reauthentication";
import { Button } from "../../ui/buttons/button";
import { PasswordField, TextField, type TextFieldProps } from "../../ui/forms/text-field";
import type { PlainMessage } from "../../ui/translation/message";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { isCancelled } from "../errors/outcomes";
import { normalEmailedCode } from "../forms/credential-rules";
import { ForgottenPassword } from "../forms/forgotten-password";
import { fieldOf } from "../forms/form";
import { FormDialog, type FormDialogProps } from "../forms/form-dialog";
import type { FormFailure } from "../forms/use-form-mutation";
import { useApp } from "../hooks/use-app";

const proofs = { password: PasswordProof, passkey: PasskeyProof, code: CodeProof };

type Method = keyof typeof proofs;

const offers: Record<Method, PlainMessage> = {
  password: "Use your password",
  passkey: "Use a passkey",
  code: "Get a code by email",
};

export type ReauthenticationDialogProps = {
  refusal: KnownError<"REAUTHENTICATION_REQUIRED">;
  /** Is told whether the user has shown who they are. */
  onDone: (isShown: boolean) => void;
};

/** Asks the user to show again who they are, by one of the methods that the refusal names. */
export function ReauthenticationDialog({ refusal, onDone }: ReauthenticationDialogProps) {
  const t = useTranslation();
  const { methods, requires_totp } = refusal.details as { methods: string[]; requires_totp: boolean };
  const known = methods.filter((method): method is Method => Object.hasOwn(proofs, method));
  const [method = "password", setMethod] = useState(known[0]);
  const Proof = proofs[method];
  return (
    <Proof key={method} requiresTotp={requires_totp} onDone={onDone}>
      {known.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {known
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="secondary" size="small" onClick={() => setMethod(other)}>
                {t(offers[other])}
              </Button>
            ))}
        </div>
      )}
    </Proof>
  );
}

const codeLength = 6;

type ProofProps = {
  /** Is true if a value of the authenticator app is needed too. */
  requiresTotp: boolean;
  onDone: (isShown: boolean) => void;
  /** The other ways. */
  children: ReactNode;
};

type ProofValues = { code: string; password: string; totp: string };

/** The dialog of a proof: its own fields, that of the authenticator app where it is needed, and the other ways. */
function ProofDialog({
  form,
  asksTotp,
  prove,
  explain,
  onDone,
  ways,
  children,
  ...dialog
}: Pick<FormDialogProps<ProofValues>, "form" | "description" | "submitLabel" | "explain"> & {
  asksTotp: boolean;
  /** Shows to the server who the user is. Returns whether that was done, and not only begun. */
  prove: (values: ProofValues, totp: Pick<Reauthentication, "totp">) => Promise<boolean>;
  onDone: ProofProps["onDone"];
  ways: ReactNode;
  children?: ReactNode;
}) {
  const t = useTranslation();
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={t("Confirm that it is you")}
      onSubmit={async (values) => {
        if (await prove(values, asksTotp ? { totp: normalTotp(values.totp) } : {})) onDone(true);
      }}
      explain={(error) => explain?.(error) ?? explainTotp(error, t)}
      onClose={() => onDone(false)}
    >
      {children}
      {asksTotp && <TotpField {...fieldOf(form, "totp", { validate: checkTotp(t) })} />}
      {ways}
    </FormDialog>
  );
}

function useProofForm() {
  return useForm<ProofValues>({ defaultValues: { code: "", password: "", totp: "" } });
}

/** Emails a code first, then takes it. */
function CodeProof({ requiresTotp, onDone, children }: ProofProps) {
  const t = useTranslation();
  const app = useApp();
  const show = useProof();
  const form = useProofForm();
  /** Holds what follows the typed part; undefined until a code is emailed. */
  const [nonce, setNonce] = useState<string>();

  async function send() {
    const user = await app.getUser({ or: "throw" });
    setNonce((await user.sendReauthenticationCode()).nonce);
  }

  return (
    <ProofDialog
      form={form}
      description={
        nonce === undefined
          ? t("This step is protected. We send a code to your primary email first.")
          : t("We sent a code to your primary email. It works in this browser only.")
      }
      submitLabel={nonce === undefined ? t("Send the code") : t("Confirm")}
      asksTotp={nonce !== undefined && requiresTotp}
      prove={async ({ code }, totp) => {
        if (nonce === undefined) await send();
        else await show({ code: normalEmailedCode(code) + nonce, ...totp });
        return nonce !== undefined;
      }}
      explain={(error) =>
        isKnownError(error, "VERIFICATION_ERROR")
          ? { field: "code", message: t("This code is not right, or too old. Check the email, or send a new code.") }
          : undefined
      }
      onDone={onDone}
      ways={
        <>
          {nonce !== undefined && (
            <Button variant="ghost" size="small" className="self-start" onClick={send}>
              {t("Send a new code")}
            </Button>
          )}
          {children}
        </>
      }
    >
      {nonce !== undefined && (
        <TextField
          // Shown in place of the button that sent the code.
          autoFocus
          label={t("Code from the email")}
          autoComplete="one-time-code"
          dir="ltr"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldOf(form, "code", {
            validate: (code) =>
              code.replace(/\s/g, "").length === codeLength ||
              t("Enter the {length} characters of the code.", { length: codeLength }),
          })}
        />
      )}
    </ProofDialog>
  );
}

function PasskeyProof({ onDone, children }: ProofProps) {
  const t = useTranslation();
  const show = useProof();
  const form = useProofForm();
  // Only a passkey that has not verified its user needs one, which shows when it is used.
  const [needsTotp, setNeedsTotp] = useState(false);
  return (
    <ProofDialog
      form={form}
      description={t("This step is protected. Use one of your passkeys first.")}
      submitLabel={t("Use a passkey")}
      asksTotp={needsTotp}
      prove={async (_, totp) => {
        try {
          await show({ passkey: true, ...totp });
        } catch (error) {
          if (isKnownError(error, "INVALID_TOTP_CODE")) setNeedsTotp(true);
          throw error;
        }
        return true;
      }}
      explain={(error) => {
        if (isCancelled(error)) return { message: t("No passkey was used. Try again, or choose another way.") };
        return isKnownError(error, "INVALID_TOTP_CODE") && !needsTotp
          ? { message: t("This passkey also needs a code from your authenticator app.") }
          : undefined;
      }}
      onDone={onDone}
      ways={children}
    />
  );
}

function PasswordProof({ requiresTotp, onDone, children }: ProofProps) {
  const t = useTranslation();
  const show = useProof();
  const form = useProofForm();
  return (
    <ProofDialog
      form={form}
      description={t("This step is protected. Enter your password first.")}
      submitLabel={t("Confirm")}
      asksTotp={requiresTotp}
      prove={async ({ password }, totp) => {
        await show({ password, ...totp });
        return true;
      }}
      explain={(error) =>
        isKnownError(error, "PASSWORD_CONFIRMATION_MISMATCH")
          ? { field: "password", message: t("This is not your password.") }
          : undefined
      }
      onDone={onDone}
      ways={children}
    >
      <PasswordField
        label={t("Password")}
        autoComplete="current-password"
        {...fieldOf(form, "password", { required: t("Enter your password.") })}
      />
      <ForgottenPassword />
    </ProofDialog>
  );
}

/** The value of the authenticator app. */
function TotpField(props: Omit<TextFieldProps, "label">) {
  const t = useTranslation();
  return (
    <TextField
      label={t("Code from your authenticator app")}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      spellCheck={false}
      {...props}
    />
  );
}

/** Checks a value of the authenticator app: what is wrong with it, or true, which is the convention of react-hook-form. */
function checkTotp(t: Translate): (typed: string) => string | true {
  return (typed) => /^\s*\d{3}\s?\d{3}\s*$/.test(typed) || t("Enter the six digits that the app shows.");
}

/** A value without the blank that apps show in its middle. */
function normalTotp(typed: string): string {
  return typed.replace(/\s/g, "");
}

/** Shows to the server who the user is. Throws what the user can try again. */
function useProof(): (proof: Reauthentication) => Promise<void> {
  const app = useApp();
  return async (proof) => {
    const user = await app.getUser({ or: "throw" });
    const error = await user.reauthenticate(proof);
    if (error) throw error;
  };
}

/** A wrong value of the authenticator app, at its field. */
function explainTotp(error: unknown, t: Translate): FormFailure<ProofValues> | undefined {
  if (!isKnownError(error, "INVALID_TOTP_CODE")) return undefined;
  return { field: "totp", message: t("This code is not right. Wait for the next one, and try again.") };
}
