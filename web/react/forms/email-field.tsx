import { TextField, type TextFieldProps } from "../../ui/forms/text-field";

/** An email address, by default the one that the user signs in with. With `webauthn`, browsers offer passkeys for it too. */
export function EmailField(props: Omit<TextFieldProps, "label" | "type" | "inputMode">) {
  return <TextField autoComplete="username" {...props} label="Email" type="email" inputMode="email" />;
}
