import type { ShareName, Shares } from "../protocol/endpoint";
import type { Trace } from "./trace";

/** Sets how long each window is that begins when a project takes the first of what it may have in one. */
export const shareWindows: Readonly<Record<ShareName, number>> = {
  hash_seconds: 60_000,
  renderings: 60_000,
  emails: 60 * 60_000,
};

/** Of a share, what all who name a part take of it together at most, as a fraction: others' requests leave something of the rest. */
export type ShareParts = Readonly<Record<string, number>>;

/** A project, as far as its shares go. */
export interface ShareHolder {
  id: string;
  shares: Shares;
}

/**
 * Takes of a project's share, exactly: what is asked for at once counts like what is asked for in turn. The trace names what was used.
 *
 * @param options.parts of which it counts too
 * @param options.otherwise instead of these, where one of them is used up
 * @returns when to ask again, where there is not enough left of the window
 */
export async function takeShare(
  { attempts, trace }: { attempts: Env["ATTEMPTS"]; trace: Trace },
  name: ShareName,
  { id, shares }: ShareHolder,
  { amount = 1, ...parts }: { amount?: number; parts?: ShareParts; otherwise?: ShareParts | undefined } = {},
): Promise<{ retryAfterMillis: number } | undefined> {
  const limit = shares[name];
  const outcome = await counterOf(attempts, name, id).takeShare(amount, {
    limit,
    windowMillis: shareWindows[name],
    ...parts,
  });
  trace.shares = { ...trace.shares, [name]: { used: outcome.used, limit } };
  return outcome.retryAfterMillis === undefined ? undefined : { retryAfterMillis: outcome.retryAfterMillis };
}

/** Reads what a project has used of a share in the window that is open, and how often it was refused more; until when. */
export function readShare({ attempts }: { attempts: Env["ATTEMPTS"] }, name: ShareName, projectId: string) {
  return counterOf(attempts, name, projectId).share();
}

function counterOf(attempts: Env["ATTEMPTS"], name: ShareName, projectId: string) {
  return attempts.getByName(`share/${name}/${projectId}`);
}

/** Counts what has been taken of a share, and how often more was refused, in a window that ends then. */
interface TakenShare {
  used: number;
  refused: number;
  until: number;
}

/** What a project may have in a window, and what is taken of it at once. */
export interface WindowShare {
  limit: number;
  windowMillis: number;
  parts?: ShareParts;
  /** The parts that it is taken of where one of `parts` has not enough left. */
  otherwise?: ShareParts | undefined;
}

type Storage = DurableObjectStorage["kv"];

/** Returns what is taken of the window that is open; `until` is null where none is. */
export function openWindow(storage: Storage): Omit<TakenShare, "until"> & { until: number | null } {
  const share = storage.get<TakenShare>("share");
  return share && share.until > Date.now() ? share : { used: 0, refused: 0, until: null };
}

/**
 * Takes of what a project may have in a window, which begins with the first that is taken. What is taken first, of it or of a part, may be
 * more than all of that.
 */
export function takeOfWindow(
  storage: Storage,
  amount: number,
  { limit, windowMillis, parts = {}, otherwise }: WindowShare,
): { used: number; retryAfterMillis?: number } {
  const now = Date.now();
  const { used, refused, until } = openWindow(storage);
  const ends = until ?? now + windowMillis;
  const isTooMuch = (each: { used: number; limit: number }) => each.used > 0 && each.used + amount > each.limit;
  const partsOf = (fractions: ShareParts) =>
    Object.entries(fractions).map(([name, fraction]) => {
      const key = `part/${name}`;
      const stored = storage.get<{ used: number; until: number }>(key);
      return { key, used: stored?.until === ends ? stored.used : 0, limit: fraction * limit };
    });
  const usual = partsOf(parts);
  const parted = otherwise && usual.some(isTooMuch) ? partsOf(otherwise) : usual;
  const isRefused = [{ used, limit }, ...parted].some(isTooMuch);
  const share: TakenShare = {
    used: isRefused ? used : sumOf(used, amount),
    refused: isRefused ? refused + 1 : refused,
    until: ends,
  };
  storage.put("share", share);
  if (!isRefused) {
    for (const part of parted) storage.put(part.key, { used: sumOf(part.used, amount), until: ends });
  }
  return { used: share.used, ...(isRefused && until !== null && { retryAfterMillis: until - now }) };
}

/** Rounded, as tenths of a second do not add up. */
function sumOf(used: number, amount: number): number {
  return Math.round((used + amount) * 1000) / 1000;
}
