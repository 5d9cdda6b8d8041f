import CircleIcon from "lucide-react/icons/circle";
import CircleCheckIcon from "lucide-react/icons/circle-check";
import { useState } from "react";
import { PasswordField, type TextFieldProps } from "../../ui/forms/text-field";
import { classNames } from "../../ui/theme/class-names";
import type { PlainMessage } from "../../ui/translation/message";
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

const levels = [
  { word: "Weak", text: "text-danger", bar: "bg-danger" },
  { word: "Fair", text: "text-warning", bar: "bg-warning" },
  { word: "Good", text: "text-success", bar: "bg-success" },
  { word: "Strong", text: "text-success", bar: "bg-success" },
] as const satisfies { word: PlainMessage; text: string; bar: string }[];

/** Shows how strong a password is: a word, which screen readers announce when it changes, and bars. */
function StrengthMeter({ strength }: { strength: 1 | 2 | 3 | 4 }) {
  const t = useTranslation();
  const { word, text, bar } = levels[strength - 1] ?? levels[0];
  const shown = t(word);
  return (
    <span className="inline-flex items-center gap-2">
      <meter
        aria-label={t("Password strength")}
        min={0}
        max={levels.length}
        value={strength}
        aria-valuetext={shown}
        className="sr-only"
      />
      <span aria-hidden="true" className="inline-flex gap-1">
        {levels.map((level, index) => (
          <span
            key={level.word}
            className={classNames("h-1 w-5 rounded-full", index < strength ? bar : "bg-line-strong/40")}
          />
        ))}
      </span>
      <span role="status" className={classNames("min-w-11 text-end font-medium", text)}>
        <span className="sr-only">{t("Password strength:")} </span>
        {shown}
      </span>
    </span>
  );
}
