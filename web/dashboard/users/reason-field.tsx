import { TextAreaField } from "../../ui/forms/text-field";
import { useTranslation } from "../translation/use-translation";
import { maxReasonLength } from "./suspension";

/** Asks why users are suspended. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const t = useTranslation();
  return (
    <TextAreaField
      label={t("Reason (optional)")}
      hint={t("For those who manage this project. Users do not see it.")}
      rows={3}
      maxLength={maxReasonLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
