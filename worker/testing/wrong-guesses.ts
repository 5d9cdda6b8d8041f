import { env } from "cloudflare:workers";
import { times } from "./limited";

/** Counts wrong guesses as requests from as many networks do. */
export async function failBefore(
  { id }: { id: string },
  rule: "password" | "totp",
  subject: string,
  count: number,
): Promise<void> {
  const counter = env.ATTEMPTS.getByName(`${rule}/${id}/${subject}`);
  const shape = { name: rule, limit: 10, windowMillis: 600_000, lockAfter: 100 };
  await Promise.all(times(count, (index) => counter.take(shape, `network ${index}`)));
}
