/**
 * This global set-up of the worker tests starts real SMTP servers in Node, and an HTTP interface to them. Tests that run in
 * workerd use it to read what arrived (`worker/testing/outbox.ts`). Through it they also start servers that misbehave
 * (`worker/testing/scripted-smtp-server.ts`). Everything listens on 127.0.0.1, on ports that the system picks.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { buffer, json } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import type { StoredEmail } from "../../worker/testing/provided-mail-servers";
import { SMTPServer, type SMTPServerOptions } from "../dev/smtp-server";
import { ScriptedSmtpServer } from "./scripted-smtp-server";

/** The only account that the well-behaved servers accept. */
const account = { username: "mailer@gatehouse.test", password: "corrèct horse" };

/** Only for "localhost": reached as 127.0.0.1, the same servers show a certificate for another name. */
const localhostCertificate = {
  cert: readFileSync(new URL("./localhost-certificate.pem", import.meta.url)),
  key: readFileSync(new URL("./localhost-key.pem", import.meta.url)),
};

/** Keeps every email, and lets a reader wait for one that has not come yet. */
class Mailbox {
  #emails: StoredEmail[] = [];
  #arrivals = new Set<() => void>();

  store(email: StoredEmail): void {
    this.#emails.push(email);
    for (const wake of this.#arrivals) wake();
  }

  /** The emails to `recipient` once there are `atLeast` of them, or what there is when `limitMs` have passed. */
  async read(recipient: string, atLeast: number, limitMs: number): Promise<StoredEmail[]> {
    const found = () => this.#emails.filter((email) => email.to.includes(recipient));
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => found().length >= atLeast && resolve();
    const limit = setTimeout(resolve, limitMs);
    this.#arrivals.add(wake);
    wake();
    await promise;
    clearTimeout(limit);
    this.#arrivals.delete(wake);
    return found();
  }
}

async function listen(server: { listen(port: number, host: string, done: () => void): unknown }): Promise<void> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
}

function portOf(server: Pick<Server, "address">): number {
  return (server.address() as AddressInfo).port;
}

async function startWellBehavedServer(mailbox: Mailbox, options: SMTPServerOptions): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, callback) {
      const isKnown = username === account.username && password === account.password;
      callback(isKnown ? null : new Error("Invalid username or password"), isKnown ? { user: username } : undefined);
    },
    onData(stream, session, callback) {
      void buffer(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        mailbox.store({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          authenticatedAs: session.user ? String(session.user) : null,
          rawBase64: raw.toString("base64"),
        });
        callback();
      }, callback);
    },
    ...options,
  });
  // A client that hangs up mid-way is what some tests are about; without a listener Node would end the run.
  server.on("error", () => {});
  await listen(server);
  return server;
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const mailbox = new Mailbox();
  const servers = await Promise.all([
    startWellBehavedServer(mailbox, { hideSTARTTLS: true, allowInsecureAuth: true }),
    startWellBehavedServer(mailbox, localhostCertificate),
    startWellBehavedServer(mailbox, { ...localhostCertificate, secure: true, authMethods: ["LOGIN"] }),
  ]);
  const [plain, startTls, implicitTls] = servers;
  const scripted = new Map<number, ScriptedSmtpServer>();

  async function respond(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const query = (name: string) => url.searchParams.get(name) ?? "";
    switch (`${request.method} ${url.pathname}`) {
      case "GET /mails":
        return mailbox.read(query("to"), Number(query("atLeast")), Number(query("limitMs")));
      case "POST /scripted": {
        const server = new ScriptedSmtpServer((await json(request)) as Record<string, string | string[]>);
        await listen(server.tcp);
        scripted.set(portOf(server.tcp), server);
        return { port: portOf(server.tcp) };
      }
      case "GET /scripted":
        return scripted.get(Number(query("port")))?.received;
      default:
        throw new Error(`The mail servers have no ${request.method} ${url.pathname}`);
    }
  }

  const control = createServer((request, response: ServerResponse) => {
    void respond(request).then(
      (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await listen(control);

  provide("mailServers", {
    controlUrl: `http://127.0.0.1:${portOf(control)}`,
    plainPort: portOf(plain.server),
    startTlsPort: portOf(startTls.server),
    implicitTlsPort: portOf(implicitTls.server),
  });

  return async () => {
    for (const server of scripted.values()) server.stop();
    control.closeAllConnections();
    control.close();
    await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
  };
}
