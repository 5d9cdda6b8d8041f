/** A link within text. */
export const linkClasses =
  "rounded-sm font-medium text-accent underline decoration-accent/35 underline-offset-4 hover:decoration-accent";

/** Joins class names, leaving out what a condition switched off. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
