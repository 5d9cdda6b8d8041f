import { PasswordField, type TextFieldProps } from "../../ui/forms/text-field";
import { passwordLength } from "./credential-rules";

/** The first field of a new password; its repetition needs no hint. */
export function NewPasswordField(props: Omit<TextFieldProps, "autoComplete" | "hint">) {
  return <PasswordField {...props} autoComplete="new-password" hint={`At least ${passwordLength.min} characters.`} />;
}
