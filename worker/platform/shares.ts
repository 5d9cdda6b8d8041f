import type { ShareName, Shares } from "../protocol/endpoint";
import type { Trace } from "./trace";

/** How long each window is that begins when a project takes the first of what it may have in one. */
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

/** What a project has used of a share in the window that is open, and how often it was refused more; until when. */
export function readShare({ attempts }: { attempts: Env["ATTEMPTS"] }, name: ShareName, projectId: string) {
  return counterOf(attempts, name, projectId).share();
}

function counterOf(attempts: Env["ATTEMPTS"], name: ShareName, projectId: string) {
  return attempts.getByName(`share/${name}/${projectId}`);
}
