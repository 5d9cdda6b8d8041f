import { expect, vi } from "vitest";

/**
 * Has `setTimeout` end sooner for the rest of the test, which waits for limits and pauses of seconds.
 *
 * @returns the times in milliseconds that were asked for so far
 */
export function quickTimers({ factor }: { factor: number }): number[] {
  const { setTimeout } = globalThis;
  const asked: number[] = [];
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, millis = 0, ...values: []) => {
    asked.push(millis);
    return setTimeout(run, millis / factor, ...values);
  }) as typeof setTimeout);
  return asked;
}

/**
 * Has the time limit of each request to a server that never responds end once the server has received it, while something runs. Nothing
 * waits, and no limit ends too soon on a busy machine.
 *
 * @param received how many requests the server has received
 */
export async function limitsEndingOnArrival<T>(received: () => Promise<number>, run: () => Promise<T>): Promise<T> {
  let expected = await received();
  const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const limit = new AbortController();
    expected += 1;
    const number = expected;
    const hasArrived = async () => expect(await received()).toBeGreaterThanOrEqual(number);
    void vi.waitFor(hasArrived, { timeout: 30_000, interval: 10 }).then(() => limit.abort());
    return limit.signal;
  });
  try {
    return await run();
  } finally {
    limits.mockRestore();
  }
}
