/** Code that runs in an isolate of its own: no network, no environment, a limit of its time. */
export interface IsolatedCode {
  /** The module that starts, whose default export has `fetch`. */
  mainModule: string;
  modules: Record<string, string>;
}

export type IsolatedResult = { ok: true; output: unknown } | { ok: false; reason: "time" | "size" | "failed" };

const limits = {
  wallMs: 20_000,
  outputBytes: 32_000_000,
};

/**
 * Passes `input` as JSON to an isolate and returns the JSON that it responds with. An isolate stays warm under its id, which
 * must name everything that it is made of.
 *
 * @param code called when no isolate with this id is warm
 * @param cpuMs after which the platform ends the isolate; a local workerd does not (its Worker Loader has no CPU limit)
 */
export async function runIsolated(
  loader: WorkerLoader,
  { id, code, input, cpuMs }: { id: string; code: () => Promise<IsolatedCode>; input: unknown; cpuMs: number },
): Promise<IsolatedResult> {
  const isolate = loader.get(id, async () => ({
    compatibilityDate: "2026-10-20",
    env: {},
    globalOutbound: null,
    limits: { cpuMs, subRequests: 0 },
    ...(await code()),
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<IsolatedResult>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, reason: "time" }), limits.wallMs);
  });
  try {
    return await Promise.race([responseOf(isolate, input), timeLimit]);
  } finally {
    clearTimeout(timer);
  }
}

async function responseOf(isolate: WorkerStub, input: unknown): Promise<IsolatedResult> {
  try {
    const request = new Request("http://isolate/", { method: "POST", body: JSON.stringify(input) });
    const response = await isolate.getEntrypoint().fetch(request);
    if (!response.ok) return { ok: false, reason: "failed" };
    const text = await limitedText(response);
    return text === undefined ? { ok: false, reason: "size" } : { ok: true, output: JSON.parse(text) };
  } catch {
    // It ran out of its limits, or could not be started.
    return { ok: false, reason: "failed" };
  }
}

/** The body of a response; undefined where it is longer than an output may be. */
async function limitedText(response: Response): Promise<string | undefined> {
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limits.outputBytes) return undefined;
    chunks.push(decoder.decode(chunk, { stream: true }));
  }
  return chunks.join("") + decoder.decode();
}
