import { TextField, type TextFieldProps } from "../../ui/forms/text-field";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";

/** The value of the authenticator app. */
export function TotpField(props: Omit<TextFieldProps, "label">) {
  const t = useTranslation();
  return (
    <TextField
      label={t("Code from your authenticator app")}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
    />
  );
}

/** Checks a value of the authenticator app: what is wrong with it, or true, which is the convention of react-hook-form. */
export function checkTotp(t: Translate): (typed: string) => string | true {
  return (typed) => /^\s*\d{3}\s?\d{3}\s*$/.test(typed) || t("Enter the six digits that the app shows.");
}

/** A value without the blank that apps show in its middle. */
export function normalTotp(typed: string): string {
  return typed.replace(/\s/g, "");
}
