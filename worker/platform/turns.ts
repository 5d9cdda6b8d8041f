import type { Settings } from "./env";
import { FairTurns, shareBeside } from "./fair-turns";
import { siteOf } from "./networks";
import { RecentRequests, type Requester } from "./recent-requests";
import { millisOfRows, type Trace } from "./trace";

/** Estimates what a request for one's own user takes, its database included, where one thread does all of it. */
const requestMillis = 8;

/** A hash of ours, see `COSTS` of Argon2id. */
const hashMillis = 43;

/** Work that holds an isolate, or all that share its thread. */
const turns = {
  /** Requests by project. */
  request: new FairTurns(requestMillis, { burst: 16 }),
  /** Requests by the site of their network, but for those of proven servers. */
  networkRequest: new FairTurns(requestMillis, { burst: 16 }),
  hash: new FairTurns(hashMillis, { burst: 4 }),
  /** An email rendered from new sources, in an isolate that starts for it. */
  rendering: new FairTurns(400, { burst: 2 }),
  /** A thousand rows that are read, written as lines and sent. */
  exporting: new FairTurns(50, { burst: 1 }),
};

type Work = keyof typeof turns;

/** Limits how long a request waits for its turn with a costly piece of work, in milliseconds. */
const patienceMillis = 5_000;

/** Limits how long it waits to begin, by its network and by its project each. */
const patienceToBeginMillis = 2_000;

/** Longer than any id of a project. A client may send what it likes. */
const maxKeyLength = 64;

const recent = new RecentRequests();

export interface Refusal {
  retryAfterMillis: number;
}

/** What a request has sent: its bytes, and the values in them as JSON. */
export interface Sent {
  length: number;
  values: number;
}

/** A request's place among the others of its isolate. */
export interface Turn {
  /**
   * Waits until the request may begin; undefined where it may at once. No request waits for a promise of another, which may be
   * cancelled. None holds a place that others wait for. What takes long elsewhere, such as a provider, therefore holds nobody back.
   *
   * @param isProvenServer whether a server's key has proven the request lately: many users may come from its one network
   * @param projectId where the request does not name it in a header
   * @returns when to try again, where the wait would be too long
   */
  begin(isProvenServer: () => Promise<boolean>, projectId?: string): Promise<Refusal | undefined> | undefined;
  /**
   * Waits until a project may do a costly piece of work in this isolate.
   *
   * @returns when to try again, where the wait would be longer than `patienceMillis`
   */
  waitFor(work: "rendering" | "exporting", projectId: string, patienceMillis?: number): Promise<Refusal | undefined>;
  /**
   * Waits until what was sent may be read and checked, in the line of the network, or of the project's proven servers. What many
   * requests have sent slowly may be complete at one time, long after they have begun.
   *
   * @returns when to try again, where the wait would be too long
   */
  waitToRead(sent: Sent): Promise<Refusal | undefined>;
  /** Notes what the request has cost, and for which project, once that is proven. */
  end(provenProjectId: string | null, cost: { trace: Trace; announced: ReadonlySet<string> }): void;
}

/** @param options.isLimited false where rate limits are off */
export function turnOf(requester: Requester, { isLimited }: { isLimited: boolean }): Turn {
  const charged: { work: Work; key: string; share: number }[] = [];
  let isServer = false;
  const waitToBegin = async (work: Work, key: string, share: number) => {
    const refusal = await wait(work, { key, share }, patienceToBeginMillis);
    charged.push({ work, key, share });
    return refusal;
  };
  const beginBesideOthers = async (isProvenServer: () => Promise<boolean>, { projectId, network }: Requester) => {
    isServer = await isProvenServer();
    if (!isServer) {
      const refusal = await waitToBegin("networkRequest", siteOf(network), shareOfNetwork({ projectId, network }));
      if (refusal) return refusal;
    }
    if (projectId === null) return undefined;
    return waitToBegin("request", projectId.slice(0, maxKeyLength), shareOf({ projectId, network }));
  };
  return {
    begin(isProvenServer, projectId) {
      if (!isLimited || recent.ofOtherNetworks(requester, Date.now()) === 0) return undefined;
      return beginBesideOthers(isProvenServer, projectId === undefined ? requester : { ...requester, projectId });
    },
    waitFor: (work, projectId, patience) => waitForTurn(work, { projectId, network: requester.network }, patience),
    async waitToRead(sent) {
      const millis = readingMillis(sent);
      // Whoever is not proven names a project as they like, so that they would fill its line.
      const line = charged.find(({ work }) => work === (isServer ? "request" : "networkRequest"));
      if (millis < 1 || !line) return undefined;
      return wait(line.work, line, patienceToBeginMillis, millis / requestMillis);
    },
    end(provenProjectId, { trace, announced }) {
      const now = Date.now();
      if (provenProjectId !== null) recent.note(provenProjectId, requester.network, now);
      const taken = millisOf(trace, announced) - requestMillis;
      // Strangers who guess have turns with hashes alone. What fails has also waited for others. Neither is to fill a project's line.
      const ofProject = isServer ? taken + hashMillis * trace.hashes : taken - trace.failedMillis;
      for (const { work, key, share } of charged) {
        turns[work].extend(key, Math.max(0, work === "request" ? ofProject : taken), share, now);
      }
    },
  };
}

/**
 * Returns what a request has taken, as measured where one thread does all of it, by what it has asked of databases, queues and isolates.
 *
 * @param announced of which each has a run of webhooks follow
 */
export function millisOf(
  {
    d1,
    rowsRead,
    rowsWritten,
    resultLength,
    configLength,
    slowMillis,
    failedMillis,
    renderMillis,
  }: Omit<Trace, "hashes" | "shares">,
  announced: ReadonlySet<string>,
): number {
  const ofTexts = resultLength / 190_000 + configLength / 16_500;
  const measured = slowMillis + failedMillis + renderMillis;
  return 6 + 2.5 * d1 + millisOfRows(rowsRead, rowsWritten) + ofTexts + 10 * announced.size + measured;
}

/** Returns what it takes to read what was sent, and to check and refuse it, as measured in the same way. */
export function readingMillis({ length, values }: Sent): number {
  return length / 100_000 + values / 600;
}

/** The part of the time that is left to a project beside the others. */
export function shareOf(requester: Requester): number {
  return shareBeside(recent.ofOthers(requester, Date.now()));
}

/** A network that names a project which others use too has half as much: its requests never fill that project's line. */
function shareOfNetwork(requester: Requester): number {
  const now = Date.now();
  const share = shareBeside(recent.ofOtherNetworks(requester, now));
  return recent.ofProjectElsewhere(requester, now) > 0 ? share / 2 : share;
}

async function wait(
  work: Work,
  { key, share }: { key: string; share: number },
  patience: number,
  parts = 1,
): Promise<Refusal | undefined> {
  const millis = turns[work].take(key, share, Date.now(), patience, parts);
  if (millis > patience) return { retryAfterMillis: millis };
  if (millis > 0) await scheduler.wait(millis);
  return undefined;
}

function waitForTurn(
  work: Work,
  { projectId, network }: Requester & { projectId: string },
  patience = patienceMillis,
): Promise<Refusal | undefined> {
  return wait(work, { key: projectId, share: shareOf({ projectId, network }) }, patience);
}

/**
 * Waits until the project of a request may compute a hash in this isolate. It does not wait where hashes cost next to nothing, or for
 * no project.
 *
 * @returns when to try again, where the wait would be too long
 */
export async function waitToHash(
  { projectId, network }: Requester,
  { passwordHashCost }: Pick<Settings, "passwordHashCost">,
) {
  return projectId === null || passwordHashCost === "minimal" ? undefined : waitForTurn("hash", { projectId, network });
}
