/** The longest ID of what an owner names. */
const maxIdLength = 63;

/** An id that goes with a name, such as `partner-tokens` with "Partner tokens". Empty where the name has nothing for it. */
export function idForName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, maxIdLength);
}
