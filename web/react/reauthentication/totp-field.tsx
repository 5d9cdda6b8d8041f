import { TextField, type TextFieldProps } from "../../ui/forms/text-field";

/** The value of the authenticator app. */
export function TotpField(props: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      label="Code from your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
    />
  );
}

/** Why a value cannot be one of the authenticator app's, or true: the convention of react-hook-form. */
export function checkTotp(typed: string): string | true {
  return /^\s*\d{3}\s?\d{3}\s*$/.test(typed) || "Enter the six digits that the app shows.";
}

/** A value without the blank that apps show in its middle. */
export function normalTotp(typed: string): string {
  return typed.replace(/\s/g, "");
}
