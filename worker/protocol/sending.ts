/**
 * Returns the same body with the moment at which the last of it has been taken over for sending, or its client is gone. Work that
 * starts then cannot delay the response. The response's time therefore does not show what the work depends on, such as whether an
 * address has an account.
 */
export function trackSending(body: BodyInit | null): { body: BodyInit | null; sent: Promise<void> } {
  // Without a body there is nothing to track: the headers are handed over before the next task.
  if (body === null || body === "") return { body, sent: scheduler.wait(0) };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : undefined;
  // A stream of known length keeps `Content-Length`.
  const { readable, writable } = bytes ? new FixedLengthStream(bytes.byteLength) : new IdentityTransformStream();
  const source = new Response(bytes ?? body).body;
  const sent = source?.pipeTo(writable) ?? writable.close();
  return { body: readable, sent: sent.catch(() => {}) };
}
