import type * as z from "zod";
import type { Project } from "../../db/projects/project";
import type { Json } from "../../protocol/fields";

/** Says what a code is for. A code of one kind is unknown to all others. */
export interface CodeKind<Payload extends Json> {
  /** Stored with each code, so it never changes. */
  name: string;
  /** Is true if a code that is used takes the other open ones of its subject with it. */
  isUsedOncePerSubject?: boolean;
  /** The same for those of its subject alone that have the same address, in any case of letters, as the `email` of their payload. */
  isUsedOncePerEmail?: boolean;
  /** JSON that is stored with the code, and never part of it. */
  payload: z.ZodType<Payload>;
  /**
   * Hashes a code where SHA-256 is too weak, because a part of the code is handed out. It returns the form that is stored, then others that
   * still count.
   */
  hashes?: (code: string) => Promise<readonly [string, ...string[]]>;
}

/** Declares a kind of code; everything that is done with its codes is typed by its payload. */
export function defineCodeKind<Payload extends Json>(kind: CodeKind<Payload>): CodeKind<Payload> {
  return kind;
}

export const minutes = 60 * 1000;
export const days = 24 * 60 * minutes;

/** Units of a lifetime in words, longest first. */
const units = [
  ["day", days],
  ["hour", 60 * minutes],
] as const;

/** Returns how long a project lets the codes of its emails live, in milliseconds. */
export function codeLifetime({ config }: Project, email: keyof Project["config"]["auth"]["codes"]): number {
  return config.auth.codes[email] * minutes;
}

/** The lifetime of codes as their emails say it, in the longest unit that measures it whole: "90 minutes", "1 hour", "7 days". */
export function lifetimeInWords(project: Project, email: keyof Project["config"]["auth"]["codes"]): string {
  const millis = codeLifetime(project, email);
  const [unit, length] = units.find(([, length]) => millis % length === 0) ?? ["minute", minutes];
  const count = millis / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
