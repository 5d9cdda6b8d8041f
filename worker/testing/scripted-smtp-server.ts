import { inject } from "vitest";

/** Moments of an SMTP dialogue: `connect` stands for the greeting, `message` for the response to the final dot. */
type Moment = "connect" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "message" | `RCPT TO:<${string}>`;

/**
 * Starts a real SMTP server that behaves well except where `script` overrides it. An override is a reply, `"silence"` or `"hang up"`.
 * Of several, each is for once and the last one for ever.
 *
 * @example const { port } = await scriptedSmtpServer({ RCPT: "450 4.2.1 Mailbox busy" });
 */
export async function scriptedSmtpServer(
  script: Partial<Record<Moment, string | string[]>>,
): Promise<{ port: number; received(): Promise<string[]> }> {
  const url = new URL("/scripted", inject("mailServers").controlUrl);
  const started = await fetch(url, { method: "POST", body: JSON.stringify(script) });
  const { port } = await started.json<{ port: number }>();
  url.searchParams.set("port", String(port));
  return { port, received: async () => (await fetch(url)).json<string[]>() };
}
