import PostalMime, { type Email } from "postal-mime";
import { inject } from "vitest";
import type { StoredEmail } from "./provided-mail-servers";

/** An email that arrived: its envelope, its parsed message, and the addresses of its links in the order of the page. */
export interface ReceivedEmail extends Omit<StoredEmail, "rawBase64"> {
  subject: string;
  html: string;
  text: string;
  links: string[];
  message: Email;
  /** The message as sent, one character for each byte. */
  raw: string;
}

/** An address that no other test sends to. */
export function freshAddress(): string {
  return `${crypto.randomUUID()}@inbox.test`;
}

/** Just below the time limit of a test, whose own error would not say what was missing. */
const arrivalLimitMs = 55_000;

/**
 * The emails that reached `to`, oldest first, as soon as there are `atLeast` of them; throws when they do not come.
 * With `atLeast: 0` it returns at once what there is.
 */
export async function mailbox({ to, atLeast = 1 }: { to: string; atLeast?: number }): Promise<ReceivedEmail[]> {
  const query = new URLSearchParams({ to, atLeast: String(atLeast), limitMs: String(arrivalLimitMs) });
  const response = await fetch(`${inject("mailServers").controlUrl}/mails?${query}`);
  const stored = await response.json<StoredEmail[]>();
  if (stored.length < atLeast) {
    throw new Error(`${stored.length} of ${atLeast} emails to ${to} came within ${arrivalLimitMs} ms`);
  }
  return Promise.all(stored.map(parseStoredEmail));
}

async function parseStoredEmail({ rawBase64, ...envelope }: StoredEmail): Promise<ReceivedEmail> {
  const raw = atob(rawBase64);
  const bytes = new Uint8Array(raw.length);
  for (let index = 0; index < raw.length; index++) bytes[index] = raw.charCodeAt(index);
  const message = await PostalMime.parse(bytes);
  const html = message.html ?? "";
  return {
    ...envelope,
    subject: message.subject ?? "",
    html,
    text: message.text ?? "",
    links: await linksOf(html),
    message,
    raw,
  };
}

async function linksOf(html: string): Promise<string[]> {
  const links = new Set<string>();
  const reader = new HTMLRewriter().on("a[href]", {
    element: (anchor) => void links.add((anchor.getAttribute("href") ?? "").replaceAll("&amp;", "&")),
  });
  await reader.transform(new Response(html)).arrayBuffer();
  return [...links];
}
