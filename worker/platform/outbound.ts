/** Another server gave no usable response. Its message names the host and nothing secret. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";

  constructor(
    readonly problem: "timeout" | "unreachable" | "too-large",
    message: string,
  ) {
    super(message);
  }
}

export type OutboundFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Longest response that is read. What we request from other servers (tokens, profiles, keys) is a few kilobytes. */
const maxBytes = 256 * 1024;

/**
 * Fetches from servers that are not ours, which may be slow, broken or hostile. The whole exchange, body included, has
 * one time limit, and a response over 256 KiB is given up. A redirect is returned and not followed, so that client
 * secrets and tokens of the request go to no other server. Of the response's headers only `Content-Type` is kept, so no
 * cookie is ever seen.
 *
 * The response has been read to its end: its body cannot fail later.
 *
 * @throws {OutboundError} when there is no whole response
 */
export function openOutbound(timeoutMs: number): OutboundFetch {
  return async (url, init = {}) => {
    const { host } = new URL(url);
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, { ...init, redirect: "manual", signal: limit });
      const body = await readLimited(response, host);
      const contentType = response.headers.get("content-type");
      return new Response(isWithoutBody(response.status) ? null : body, {
        status: response.status,
        headers: contentType === null ? {} : { "content-type": contentType },
      });
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (limit.aborted) throw new OutboundError("timeout", `${host} did not respond within ${timeoutMs} ms`);
      throw new OutboundError("unreachable", `${host} could not be reached`);
    }
  };
}

/** The statuses with which a `Response` may have no body (Fetch standard, "null body status"). */
function isWithoutBody(status: number): boolean {
  return [204, 205, 304].includes(status);
}

async function readLimited(response: Response, host: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new OutboundError("too-large", `${host} responded with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
