import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Address } from "postal-mime";
import { createLocalServer } from "./local-server";
import { MAILBOX_PAGE } from "./mailbox-page";
import { SMTPServer } from "./smtp-server";

const KEPT_MAILS = 1_000;
const WAIT_LIMIT_MS = 30_000;

/** One email as the mailbox received it. */
export interface Email {
  id: number;
  /** The display form of the From header: `Name <address>`, or the bare address. */
  from: string;
  /** Every envelope recipient in lower case, blind copies included. */
  to: string[];
  subject: string;
  html: string;
  text: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

export interface Mailbox {
  smtpUrl: string;
  /** The page that shows every email; below it `GET /api/mails?to=` and `DELETE /api/mails`. */
  pageUrl: string;
  /**
   * The next email to this address that has not been returned yet (oldest first), as soon as it arrives.
   * Rejects after 30 seconds with the list of what did arrive.
   */
  waitFor(wanted: { to: string; subject?: RegExp }): Promise<Email>;
  /** Everything received so far, newest first, or only what went to one address. */
  emails(to?: string): Email[];
  stop(): Promise<void>;
}

/**
 * Starts a mail server that takes every email (any user, any password) and delivers none of them, with a page that
 * shows them. A port of 0 lets the system choose.
 */
export async function startMailbox(ports: { smtpPort: number; pagePort: number }): Promise<Mailbox> {
  let emails: Email[] = [];
  let lastId = 0;
  const returned = new Set<number>();
  const waiting = new Set<() => void>();

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
    onData(stream, session, done) {
      buffer(stream)
        .then((source) => PostalMime.parse(source))
        .then((parsed) => {
          lastId += 1;
          const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
          const email: Email = {
            id: lastId,
            from: formatAddress(parsed.from),
            to: recipients,
            subject: parsed.subject ?? "",
            html: parsed.html ?? "",
            text: parsed.text ?? "",
            receivedAt: Date.now(),
          };
          emails = [email, ...emails].slice(0, KEPT_MAILS);
          for (const check of waiting) check();
          done();
        }, done);
    },
  });
  // An API that is stopped or rebuilt while it sends hangs up; without a listener that would end our process too.
  smtp.on("error", () => {});
  await listen(smtp.server, ports.smtpPort);

  const emailsTo = (to?: string) => (to ? emails.filter((email) => email.to.includes(to.toLowerCase())) : emails);
  const page = createLocalServer((request, response) =>
    respond(request, response, {
      list: emailsTo,
      clear: () => {
        emails = [];
      },
    }),
  );
  await listen(page, ports.pagePort);

  const take = ({ to, subject }: { to: string; subject?: RegExp }) => {
    const email = emailsTo(to).findLast(({ id, subject: text }) => !returned.has(id) && (subject?.test(text) ?? true));
    if (email) returned.add(email.id);
    return email;
  };

  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    pageUrl: `http://localhost:${portOf(page)}`,
    emails: emailsTo,
    waitFor: (wanted) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          const email = take(wanted);
          if (!email) return;
          waiting.delete(settle);
          clearTimeout(timer);
          resolve(email);
        };
        const timer = setTimeout(() => {
          waiting.delete(settle);
          const arrived = emails.map(({ to, subject }) => `"${subject}" to ${to.join(", ")}`).join("; ") || "nothing";
          reject(
            new Error(`No new email to ${wanted.to} within ${WAIT_LIMIT_MS / 1000} seconds. Arrived: ${arrived}.`),
          );
        }, WAIT_LIMIT_MS);
        waiting.add(settle);
        settle();
      }),
    async stop() {
      page.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => page.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  store: { list(to?: string): Email[]; clear(): void },
): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const route = `${request.method} ${url.pathname}`;
  if (route === "GET /") {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(MAILBOX_PAGE);
  } else if (route === "GET /api/mails") {
    const body = JSON.stringify(store.list(url.searchParams.get("to") ?? undefined));
    response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" }).end(body);
  } else if (route === "DELETE /api/mails") {
    store.clear();
    response.writeHead(204).end();
  } else {
    response.writeHead(404).end();
  }
}

function formatAddress(address: Address | undefined): string {
  if (!address?.address) return "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
}

interface Listener {
  listen(port: number, host: string, listening: () => void): unknown;
  once(event: "error", failed: (error: Error) => void): unknown;
}

function listen(server: Listener, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}
