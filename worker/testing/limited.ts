import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { expectPlainError } from "./refusals";
import type { TestResponse } from "./send-request";

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Options of a request to a Worker with rate limits on, from an address that no other test uses. */
export function limited(ip = `2001:db8:${hex()}:${hex()}::1`, headers: Record<string, string> = {}) {
  return { settings: { RATE_LIMITS: "on" }, headers: { "cf-connecting-ip": ip, ...headers } };
}

export function hex(): string {
  return Math.floor(Math.random() * 0x1_0000).toString(16);
}

/** Sends a few requests more than a minute takes; again where a minute has ended among them, so that neither had too many. */
export async function sendTooMany(
  limit: number,
  send: (index: number) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  const sendAll = (from: number) => Promise.all(times(limit + 5, (index) => send(from + index)));
  const responses = await sendAll(0);
  return refused(responses).length > 0 ? responses : [...responses, ...(await sendAll(limit + 5))];
}

export function expectTooMany(response: TestResponse, maxSeconds: number): void {
  expectPlainError(response, 429, "Too Many Requests");
  expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(maxSeconds);
}

export const statuses = (responses: TestResponse[]) => new Set(responses.map(({ status }) => status));
export const refused = (responses: TestResponse[]) => responses.filter(({ status }) => status === 429);

const names = {
  /** Of a user's password, or of that of an address that nobody has. */
  password: (projectId: string, of: string) => `password/${projectId}/${of.includes("@") ? of : `account ${of}`}`,
  /** Of the password that a signed-in user types again. */
  confirmation: (projectId: string, userId: string) => `password/${projectId}/${userId}`,
  totp: (projectId: string, userId: string) => `totp/${projectId}/${userId}`,
};

/** Returns what counts wrong guesses in a row. */
export function guessCounter({ id }: { id: string }, of: keyof typeof names, subject: string) {
  return env.ATTEMPTS.getByName(names[of](id, subject));
}

/** Counts wrong guesses as requests from as many networks do. */
export async function failBefore(
  p: { id: string },
  of: keyof typeof names,
  subject: string,
  count: number,
): Promise<void> {
  const shape = { name: of, limit: 10, windowMillis: 600_000, lockAfter: 100 };
  await runInDurableObject(guessCounter(p, of, subject), async (counter) => {
    for (let index = 0; index < count; index += 1) await counter.take(shape, `network ${index}`);
  });
}
