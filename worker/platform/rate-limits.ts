import type { RateLimitName } from "../protocol/endpoint";
import { tooManyRequests } from "../protocol/error-definitions";
import type { Failing } from "../protocol/failing";
import type { AttemptRule } from "./attempt-counter.object";

export type { AttemptRule } from "./attempt-counter.object";

/** What counts the requests from one network, and the attempts on one subject. */
export interface Limits {
  requests: Record<RateLimitName, RateLimit>;
  attempts: Env["ATTEMPTS"];
  network: string;
}

/** The period of the rate-limit bindings (wrangler.toml). They do not say how much of it is left. */
const periodMillis = 60_000;

export function openLimits(env: Env, request: Request): Limits {
  return {
    requests: { "sign-in": env.SIGN_IN_REQUESTS, refresh: env.REFRESH_REQUESTS, mail: env.MAIL_REQUESTS },
    attempts: env.ATTEMPTS,
    // Only the edge's own header is believed: a client could write any other, and have as many addresses as it likes.
    network: networkOf(request.headers.get("cf-connecting-ip") ?? ""),
  };
}

/** The coarse layer: counts a request from a network, roughly, and per location of the edge. */
export async function limitRequest(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  name: RateLimitName,
): Promise<void> {
  if (!limits) return;
  const { success } = await limits.requests[name].limit({ key: limits.network });
  if (!success) fail(tooManyRequests, { retryAfterMillis: periodMillis });
}

export interface Attempt {
  /** Takes the attempt back, when it turns out that it should not count. */
  giveBack(): Promise<void>;
}

/**
 * The exact layer: counts an attempt before it is made, so that attempts at once count like attempts in turn. Rules that
 * count failures give the successes back.
 *
 * @param subject what is tried, such as an address, whether or not it exists: the count must not reveal it
 */
export async function takeAttempt(
  { limits, fail }: { limits: Limits | null } & Failing<typeof tooManyRequests>,
  rule: AttemptRule,
  { projectId, subject }: { projectId: string; subject: string },
): Promise<Attempt> {
  if (!limits) return { giveBack: async () => {} };
  const counter = limits.attempts.getByName(`${rule.name}/${projectId}/${subject}`);
  const outcome = await counter.take(rule);
  if ("retryAfterMillis" in outcome) return fail(tooManyRequests, outcome);
  return { giveBack: () => counter.giveBack(outcome.countedAt) };
}

/**
 * What of an address stands for one customer of a network: all of an IPv4 address, the first 64 bits of an IPv6 one
 * (RFC 6177: a household gets at least as much).
 */
export function networkOf(address: string): string {
  // The longest text form of an address has 45 characters. The header is the client's own where there is no edge.
  const ip = address.slice(0, 45);
  if (!ip.includes(":")) return ip;
  const [mapped] = /[\d.]+$/.exec(ip.includes(".") ? ip : "") ?? [];
  if (mapped) return mapped;
  const [front = [], back = []] = ip.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
