import * as z from "zod";
import { isSealed } from "../platform/sealing";
import { text } from "../protocol/fields";

/*
 * Settings are made of these parts and plain zod. A setting with `.default()` may be left out. One with `.optional()` has no value
 * until it is set. One made by `required` must be written with the entry that it belongs to.
 */

const requiredSettings = new WeakSet<z.core.$ZodType>();

/** A setting that a patch must contain whenever it contains the object around it. Stored without, it reads as `fallback`. */
export function required<S extends z.ZodType>(setting: S, fallback: z.util.NoUndefined<z.output<S>>): z.ZodDefault<S> {
  const withFallback = setting.default(fallback);
  requiredSettings.add(withFallback);
  return withFallback;
}

export function isRequired(setting: z.core.$ZodType): boolean {
  return requiredSettings.has(setting);
}

/** A text whose default is the key of the record entry it belongs to. */
export const keyByDefault = z.string().default("");

/** Marks a secret, which is sealed when it is stored. A text in the sealed form would be opened as if we had sealed it. */
export const secret = z.refine<string>((text) => !isSealed(text), "{path} must not begin like a sealed secret");

/** An id that the owner chooses. `kind` begins the complaint, as in `offerId must start with …`. */
export function chosenId(kind: string, isAlsoAllowed = (_id: string) => false) {
  return text(63, `${kind}Id must be at most 63 characters`).refine(
    (id) => /^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(id) || isAlsoAllowed(id),
    `${kind}Id must start with a letter, underscore, or number, and contain only letters, numbers, underscores, and hyphens`,
  );
}
