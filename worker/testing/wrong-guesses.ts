import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

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
