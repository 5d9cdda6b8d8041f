import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { Select } from "../forms/select";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";

/** The field of a form in which the lifetime of new keys is chosen. */
export function LifetimeField<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values>;
  name: FieldPathByValue<Values, Lifetime>;
}) {
  const t = useTranslation();
  const options = lifetimes.map(({ value, label }) => ({ value, label: t(label) }));
  const { field } = useController({ control, name });
  return <Select label={t("Expires after")} options={options} value={field.value} onValueChange={field.onChange} />;
}

const dayMillis = 86_400_000;
/** The expiry of keys that never expire, because every key has one. */
const neverDays = 200 * 365.25;

/** The lifetimes of new keys that can be chosen, in days. */
export const lifetimes = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" },
] as const satisfies readonly { value: string; label: PlainMessage }[];

export type Lifetime = (typeof lifetimes)[number]["value"];

/** Returns when keys that are created `now` expire. */
export function expiryAfter(lifetime: Lifetime, now: Date): Date {
  const days = lifetime === "never" ? neverDays : Number(lifetime);
  return new Date(now.getTime() + days * dayMillis);
}

/** Tells whether an expiry is so far away that it means "never", as one does that no `Date` can hold. */
export function isNever(expiresAt: Date, now: Date): boolean {
  return !(expiresAt.getTime() - now.getTime() <= (neverDays / 2) * dayMillis);
}
