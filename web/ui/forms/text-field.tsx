import EyeIcon from "lucide-react/icons/eye";
import EyeOffIcon from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { controlClasses, Field, type FieldWording } from "./field";

export type TextFieldProps = FieldWording & ComponentProps<"input">;

export function TextField({ label, hint, error, labelAside, id, className, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} labelAside={labelAside}>
      {(control) => (
        <input type="text" part="input" {...input} {...control} className={classNames(controlClasses, className)} />
      )}
    </Field>
  );
}

export type TextAreaFieldProps = FieldWording & ComponentProps<"textarea">;

export function TextAreaField({ label, hint, error, labelAside, id, className, ...textarea }: TextAreaFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} labelAside={labelAside}>
      {(control) => (
        <textarea rows={4} {...textarea} {...control} className={classNames(controlClasses, "py-2", className)} />
      )}
    </Field>
  );
}

/** A password field with a button that shows the password. Needs `autoComplete`: `current-password` or `new-password`. */
export function PasswordField({ label, hint, error, labelAside, id, className, ...input }: TextFieldProps) {
  const t = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOffIcon : EyeIcon;
  return (
    <Field id={id} label={label} hint={hint} error={error} labelAside={labelAside}>
      {(control) => (
        <div dir="ltr" className="relative">
          <input
            part="input"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            className={classNames(controlClasses, "pe-12", className)}
          />
          <button
            type="button"
            aria-label={isShown ? t("Hide {field}", { field: label }) : t("Show {field}", { field: label })}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-ink-soft hover:text-ink"
          >
            <Icon className="size-4" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
