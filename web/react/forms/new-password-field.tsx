import CircleIcon from "lucide-react/icons/circle";
import CircleCheckIcon from "lucide-react/icons/circle-check";
import { useState } from "react";
import { StrengthMeter } from "../../ui/forms/strength-meter";
import { PasswordField, type TextFieldProps } from "../../ui/forms/text-field";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../../ui/translation/use-translation";
import { useProject } from "../hooks/use-project";
import { keys } from "../queries/keys";
import { useQuery } from "../queries/query-hooks";
import { isAcceptableLength, lengthOf, type PasswordLength, passwordLength } from "./credential-rules";

const noWords = () => [];

/** The field of a new password. While it is typed, it shows whether the rule is met, and how strong the password is. */
export function NewPasswordField({
  words = noWords,
  onChange,
  onFocus,
  ...props
}: Omit<TextFieldProps, "autoComplete" | "hint"> & {
  /** Returns what the user would be guessed by, such as their address. */
  words?: () => readonly string[];
}) {
  const [password, setPassword] = useState("");
  const [isWanted, setIsWanted] = useState(false);
  // Without the estimate, which may not load, there still is the rule.
  const { data: strengthOf } = useQuery({
    queryKey: keys.component("Password strength"),
    queryFn: async () => (await import("./password-strength")).passwordStrength,
    structuralSharing: false,
    enabled: isWanted,
  });

  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      onFocus={(event) => {
        setIsWanted(true);
        onFocus?.(event);
      }}
      onChange={(event) => {
        setPassword(event.target.value);
        onChange?.(event);
      }}
      hint={
        <span className="flex flex-wrap items-center justify-between gap-x-4">
          <LengthRule password={password} />
          {strengthOf && password !== "" && <StrengthMeter strength={strengthOf(password, words())} />}
        </span>
      }
    />
  );
}

function LengthRule({ password }: { password: string }) {
  const t = useTranslation();
  const { min, max } = usePasswordLength();
  const isTooLong = lengthOf(password) > max;
  const isMet = isAcceptableLength(password, { min, max });
  const Icon = isMet ? CircleCheckIcon : CircleIcon;
  return (
    <span className={classNames("inline-flex items-center gap-1.5", isMet && "text-success")}>
      <Icon className="size-3.5" aria-hidden="true" />
      {isTooLong ? t("At most {max} characters", { max }) : t("At least {min} characters", { min })}
      {isMet && <span className="sr-only">{t(": met")}</span>}
    </span>
  );
}

/** Returns how long the project's users make their passwords; what every project takes, until the project is read. */
export function usePasswordLength(): PasswordLength {
  const { data: project } = useProject({ suspense: false });
  return { ...passwordLength, min: project?.config.passwordMinLength ?? passwordLength.min };
}
