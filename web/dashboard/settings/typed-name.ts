/** The longest name that is asked to be typed. */
const maxNameLength = 60;

/** A name as it is typed for a confirmation; undefined where it has characters that do not show, or is long. */
export function typedName(name: string): string | undefined {
  // Runs of spaces show as one.
  const typed = name.replace(/\s+/g, " ").trim();
  return typed !== "" && typed.length <= maxNameLength && !/[\p{C}\p{M}]/u.test(typed) ? typed : undefined;
}
