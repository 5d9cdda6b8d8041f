import * as z from "zod";
import { refuse } from "../protocol/common-errors";
import type { RateLimitName } from "../protocol/endpoint";
import { DefinedError, tooManyRequests } from "../protocol/error-definitions";
import type { Failing } from "../protocol/failing";
import type { AttemptRule, Failures } from "./attempt-counter.object";
import type { NetworkPlace } from "./geo";
import { networkOf, networkOfRequest, siteOf } from "./networks";
import { type ShareHolder, takeShare } from "./shares";
import type { Trace } from "./trace";
import type { Turn } from "./turns";

export type { AttemptRule } from "./attempt-counter.object";

/** Holds what counts the requests from one network or of one project, and the attempts on one subject. */
export interface Limits {
  /** Of clients, by network. */
  ofNetwork: Record<RateLimitName, RateLimit>;
  /** Of servers that have proven who they are, by project: all users of a backend come from its one address. */
  ofProject: Record<RateLimitName, RateLimit>;
  /** Of the visitors whom those servers name, by project and site. */
  ofSite: Record<RateLimitName, RateLimit>;
  /** Limits what clients write, by network and project, and what a site has queued. */
  clientWrites: RateLimit;
  attempts: Env["ATTEMPTS"];
  network: string;
  /** The network that guesses are counted for: that of the visitor of a proven server, else `network`. */
  guesser: string;
  /** Is true if `guesser` is that of a proven server, which names no visitor. */
  isOfServer: boolean;
}

/** The header in which a project's server says the address of the visitor that it sends a request for. */
const visitorHeader = "x-gatehouse-client-ip";
const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** The address that a project's server says its visitor has. Anyone can write the header: it counts once the server is proven. */
export function claimedVisitor({ headers }: Pick<Request, "headers">): string | null {
  return headers.get(visitorHeader) || null;
}

/** The period of the rate-limit bindings (wrangler.toml). They do not say how much of it is left. */
const periodMillis = 60_000;

export function openLimits(env: Env, request: Request): Limits {
  const network = networkOfRequest(request);
  return {
    ofNetwork: {
      "sign-in": env.SIGN_IN_REQUESTS,
      refresh: env.REFRESH_REQUESTS,
      mail: env.MAIL_REQUESTS,
      rendering: env.RENDERING_REQUESTS,
    },
    ofProject: {
      "sign-in": env.PROJECT_SIGN_IN_REQUESTS,
      refresh: env.PROJECT_REFRESH_REQUESTS,
      mail: env.PROJECT_MAIL_REQUESTS,
      rendering: env.PROJECT_RENDERING_REQUESTS,
    },
    ofSite: {
      "sign-in": env.SITE_SIGN_IN_REQUESTS,
      refresh: env.SITE_REFRESH_REQUESTS,
      mail: env.SITE_MAIL_REQUESTS,
      rendering: env.SITE_RENDERING_REQUESTS,
    },
    clientWrites: env.CLIENT_WRITE_REQUESTS,
    attempts: env.ATTEMPTS,
    network,
    guesser: network,
    isOfServer: false,
  };
}

/** Says what is counted, and where it comes from. */
interface Counted {
  limits: Limits | null;
  /** Becomes the visitor's place, where a proven server names one: what is recorded of the request is about them. */
  sender: { place: NetworkPlace | null };
  claimedVisitor: string | null;
  trace: Trace;
  turn: Turn;
}

/**
 * Counts a request in the coarse layer, roughly and per location of the edge. The visitor of a project's server, and their site, count
 * before the project, and in it alone. No project then uses up what the visitor may do elsewhere.
 *
 * @param project whose server made the request, where it has proven that; else the network counts. Its renderings are a share of the
 *   project, which is exact.
 * @throws SCHEMA_ERROR when a proven server names no address
 */
export async function limitRequest(
  { limits, sender, claimedVisitor, trace, turn, fail }: Counted & Failing<typeof tooManyRequests>,
  name: RateLimitName,
  project?: ShareHolder,
): Promise<void> {
  const visitor = project && claimedVisitor !== null ? visitorAddress(claimedVisitor) : undefined;
  if (visitor !== undefined) sender.place = { ip: visitor, countryCode: null, cityName: null };
  if (!limits) return;
  limits.isOfServer = project !== undefined && visitor === undefined;
  if (visitor !== undefined) limits.guesser = networkOf(visitor);
  for (const [limit, key] of countsOf(limits, { name, project, isForVisitor: visitor !== undefined })) {
    const { success } = await limit.limit({ key });
    if (!success) fail(tooManyRequests, { retryAfterMillis: periodMillis });
  }
  if (name !== "rendering" || !project) return;
  const refusal =
    (await takeShare({ attempts: limits.attempts, trace }, "renderings", project)) ??
    (await turn.waitFor("rendering", project.id));
  if (refusal) fail(tooManyRequests, refusal);
}

/** Returns what counts a request, one after the other: what is refused by the first uses up nothing of what the next leaves to others. */
function countsOf(
  { ofNetwork, ofSite, ofProject, network, guesser }: Limits,
  { name, project, isForVisitor }: { name: RateLimitName; project: ShareHolder | undefined; isForVisitor: boolean },
): [limit: RateLimit, key: string][] {
  if (!project) return [[ofNetwork[name], network]];
  if (!isForVisitor) return [[ofProject[name], project.id]];
  return [
    [ofNetwork[name], `${project.id} ${guesser}`],
    [ofSite[name], `${project.id} ${siteOf(guesser)}`],
    [ofProject[name], project.id],
  ];
}

const bytesOfRequest = 1024;

/**
 * Counts a request that sends much as one more for each kilobyte, or other unit, beyond the first. A network, or the project whose
 * server it is, then has no more stored or read by few long requests than by many short ones.
 *
 * @param sent all of what was sent and is stored or read
 */
export async function limitBytes(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  name: RateLimitName,
  sent: string,
  { unit = bytesOfRequest, projectId }: { unit?: number; projectId?: string } = {},
): Promise<void> {
  if (!limits) return;
  const [limit, key] =
    limits.isOfServer && projectId ? [limits.ofProject[name], projectId] : [limits.ofNetwork[name], limits.network];
  const further = Math.ceil(new TextEncoder().encode(sent).length / unit) - 1;
  for (let number = 0; number < further; number++) {
    const { success } = await limit.limit({ key });
    if (!success) fail(tooManyRequests, { retryAfterMillis: periodMillis });
  }
}

function visitorAddress(address: string): string {
  if (ipAddress.safeParse(address).success) return address;
  return refuse("SCHEMA_ERROR", {
    message: `The header ${visitorHeader} has to be an IPv4 or IPv6 address, without a port or brackets.`,
  });
}

/** The network of the visitor whom a server names that has proven itself; null where it names none, or no address. */
export function claimedNetwork(claimed: string | null): string | null {
  return ipAddress.safeParse(claimed).success ? networkOf(claimed ?? "") : null;
}

/** The same for what a client writes, before anything is read: no more of one network's writes reach a project. */
export async function limitClientWrite(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  projectId: string,
): Promise<void> {
  if (!limits) return;
  const { success } = await limits.clientWrites.limit({ key: `${limits.network}/${projectId}` });
  if (!success) fail(tooManyRequests, { retryAfterMillis: periodMillis });
}

/**
 * Counts the requests of one site's clients for work that is done after the response. A site has 65,536 networks, and could fill the
 * queue of all projects.
 */
export async function limitSite(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  what: string,
): Promise<void> {
  if (!limits || limits.isOfServer || limits.guesser !== limits.network) return;
  const { success } = await limits.clientWrites.limit({ key: `${what} ${siteOf(limits.network)}` });
  if (!success) fail(tooManyRequests, { retryAfterMillis: periodMillis });
}

/**
 * The exact layer: counts an attempt before it is made, so that attempts at once count like attempts in turn.
 *
 * @param subject what is tried, such as an address, whether or not it exists: the count must not reveal it
 * @param source.from where it comes from, where the rule counts that
 * @param source.by for whom it is made, where that is something else
 * @returns how to take the attempt back, or when the next one may be made
 */
export async function countAttempt(
  { attempts }: Pick<Limits, "attempts">,
  rule: AttemptRule,
  subject: string,
  { from, by }: { from?: string; by?: string } = {},
): Promise<{ giveBack(): Promise<void> } | { retryAfterMillis: number }> {
  const counter = attempts.getByName(`${rule.name}/${subject}`);
  const outcome = await counter.take(rule, from, by);
  return "retryAfterMillis" in outcome ? outcome : { giveBack: () => counter.giveBack(outcome.countedAt, from) };
}

/** Says what guesses are made at: an address or a user of a project. */
export interface GuessedAt {
  projectId: string;
  subject: string;
}

export interface Guess {
  /** After too many wrong ones in a row: the guess fails, right or wrong, as if it were wrong. */
  isLocked: boolean;
  /** If it is wrong, it is one too many in a row. */
  locks: boolean;
  /** It comes from where the owner has succeeded before, or limits are off. */
  isKnown: boolean;
  /** Takes it back where it cannot be checked now, so that it counts for nothing: who floods with guesses locks nobody out by it. */
  whileChecked<T>(check: Promise<T>): Promise<T>;
  /**
   * The guess was right. It does not count then, and neither do the wrong ones in a row before it.
   *
   * @param isComplete whether it was all that the owner has to show, so that their network is known; default true
   */
  succeed(isComplete?: boolean): Promise<void>;
}

/**
 * Counts a guess at a password or code before it is checked. Each network counts on its own. Where the rule has a lock, all guesses in
 * a row also count together. Networks from which the owner has succeeded have rows of their own, so that strangers do not lock the
 * owner out.
 *
 * @param device the owner's device, for which the guess counts instead
 */
export async function countGuess(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  rule: AttemptRule,
  guessedAt: GuessedAt,
  device?: string,
): Promise<Guess> {
  if (!limits) {
    return { isLocked: false, locks: false, isKnown: true, whileChecked: (check) => check, succeed: async () => {} };
  }
  const { guesser: network } = limits;
  const counter = counterOf(limits, rule, guessedAt);
  const outcome = await (device ? counter.takeOfDevice(rule, device) : counter.take(rule, network));
  if ("retryAfterMillis" in outcome) return fail(tooManyRequests, outcome);
  const { countedAt, isLocked, locks, isKnown } = outcome;
  // Only a lock makes a difference between networks.
  const succeed = (isComplete?: boolean) =>
    rule.lockAfter === undefined
      ? counter.giveBack(countedAt, network)
      : counter.succeed(countedAt, network, device, isComplete);
  const whileChecked = <T>(check: Promise<T>) =>
    check.catch(async (error: unknown) => {
      // One at a lock is none of the row: taking it back would lift the lock.
      if (isTooMany(error) && !isLocked) await counter.withdraw(countedAt, network, device);
      throw error;
    });
  return { isLocked, locks, isKnown, whileChecked, succeed };
}

function isTooMany(error: unknown): boolean {
  return error instanceof DefinedError && error.definition === tooManyRequests;
}

/**
 * Counts a guess for the device where the owner has signed in with that, and the network may not make it. Others may
 * have used up what the network may, or have locked the subject. The device gets no more guesses, whatever networks it
 * is in.
 *
 * @param rule counts it for the device
 * @param guess as `countGuess` counts it for the network
 * @param device what the request shows to be the owner's
 */
export async function orOfDevice(
  tools: Parameters<typeof countGuess>[0],
  rule: AttemptRule,
  guessedAt: GuessedAt,
  { guess, device }: { guess: Promise<Guess>; device: string | undefined },
): Promise<Guess> {
  const [counted] = await Promise.allSettled([guess]);
  if (counted.status === "fulfilled" && !counted.value.isLocked) return guess;
  return device === undefined ? guess : countGuess(tools, rule, guessedAt, device);
}

/** Notes that an owner has shown in another way who they are: strangers do not lock the network of the request out. */
export async function rememberNetwork(
  { limits }: { limits: Limits | null },
  rule: AttemptRule,
  guessedAt: GuessedAt,
): Promise<void> {
  if (limits) await counterOf(limits, rule, guessedAt).remember(limits.guesser);
}

/** Tells whether the owner of a subject has succeeded from the network of the request. */
export async function isKnownNetwork(
  { limits }: { limits: Limits | null },
  rule: AttemptRule,
  guessedAt: GuessedAt,
): Promise<boolean> {
  return limits !== null && (await counterOf(limits, rule, guessedAt).knows(limits.guesser));
}

/**
 * Forgets the guesses at a subject, when its owner has proven another way who they are.
 *
 * @param options.minIntervalMillis so that this proof does not make as many guesses as it likes
 * @param options.forgetsKnown where the subject is another's from then on: so are its known networks
 */
export async function clearGuesses(
  { limits }: { limits: Limits | null },
  rule: AttemptRule,
  guessedAt: GuessedAt,
  options: { minIntervalMillis?: number; forgetsKnown?: boolean } = {},
): Promise<void> {
  if (limits) await counterOf(limits, rule, guessedAt).clear(options);
}

/** The wrong guesses in a row at a subject, wherever rate limits are on. */
export function countFailures(
  { attempts }: Pick<Limits, "attempts">,
  rule: AttemptRule,
  guessedAt: GuessedAt,
): Promise<Failures> {
  return counterOf({ attempts }, rule, guessedAt).failures(rule);
}

function counterOf({ attempts }: Pick<Limits, "attempts">, { name }: AttemptRule, { projectId, subject }: GuessedAt) {
  return attempts.getByName(`${name}/${projectId}/${subject}`);
}
