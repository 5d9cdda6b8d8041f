import { TextField, type TextFieldProps } from "../../ui/forms/text-field";
import { useTranslation } from "../../ui/translation/use-translation";

/** An email address, by default the one that the user signs in with. With `webauthn`, browsers offer passkeys for it too. */
export function EmailField(props: Omit<TextFieldProps, "label" | "type" | "inputMode">) {
  const t = useTranslation();
  return <TextField autoComplete="username" {...props} label={t("Email")} type="email" inputMode="email" />;
}
