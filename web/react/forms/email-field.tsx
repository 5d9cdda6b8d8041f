import { useContext } from "react";
import { TextField, type TextFieldProps } from "../../ui/forms/text-field";
import { useTranslation } from "../../ui/translation/use-translation";
import { typeAddress } from "../hooks/use-last-used";
import { suggestEmail, TypedEmailContext } from "./suggested-credentials";

export type EmailFieldProps = Omit<TextFieldProps, "label" | "type" | "inputMode" | "ref"> & {
  ref: (input: HTMLInputElement | null) => void;
};

/** An email address, by default the one that the user signs in with. With `webauthn`, browsers offer passkeys for it too. */
export function EmailField({ ref, ...props }: EmailFieldProps) {
  const t = useTranslation();
  const typed = useContext(TypedEmailContext);

  function keep(input: HTMLInputElement | null) {
    if (!typed || !input || typed.current === input.value) return;
    typed.current = input.value;
    suggestEmail(input.value);
    typeAddress(input.value);
  }

  return (
    <TextField
      autoComplete="username"
      {...props}
      label={t("Email")}
      type="email"
      dir="ltr"
      inputMode="email"
      // As soon as there is a field: what was typed before it was hydrated is nowhere else.
      ref={(input) => {
        ref(input);
        keep(input);
      }}
      onInput={({ currentTarget }) => keep(currentTarget)}
    />
  );
}
