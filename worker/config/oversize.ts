import { type ConfigOverride, expand, isObject, own } from "./override";

const maxOverrideBytes = 1024 * 1024;
const maxSourceBytes = 512 * 1024;

/**
 * Finds what is too large in an override that is about to be stored. An email's TSX source may have 512 KiB and the whole override 1
 * MiB, as UTF-8. Both are well below what one row of D1 holds (2 MB).
 *
 * @returns the complaint; null when nothing is too large
 */
export function findOversize(override: ConfigOverride): string | null {
  const emails = own(expand(override), "emails");
  for (const collection of ["themes", "templates"]) {
    const entries = isObject(emails) ? own(emails, collection) : undefined;
    for (const entry of Object.values(isObject(entries) ? entries : {})) {
      const source = isObject(entry) ? own(entry, "tsxSource") : undefined;
      if (typeof source === "string" && byteLength(source) > maxSourceBytes) {
        return `emails.${collection}.tsxSource must be at most ${maxSourceBytes} bytes`;
      }
    }
  }
  return byteLength(JSON.stringify(override)) > maxOverrideBytes
    ? `the configuration override must be at most ${maxOverrideBytes} bytes`
    : null;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
