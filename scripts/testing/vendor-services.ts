import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json, text } from "node:stream/consumers";
import {
  lookedUpPasswords,
  type RangeRequest,
  type ReceivedBatch,
  type ReceivedWebhook,
  type ReceiverBehaviour,
  type ResendAccount,
  type SentEmail,
  type SvixMessage,
} from "../../worker/testing/stand-in-services";

/**
 * Stands in for Svix, as its API is documented (https://api.svix.com/docs): applications, access to the portal, messages.
 * Keys begin with the name of what it does; `worker/testing/stand-in-services.ts` has the names.
 */

interface Application {
  uid: string;
  name: string;
  messages: SvixMessage[];
}

const applications = new Map<string, Application>();

export async function respondAsSvix(request: IncomingMessage, { pathname }: URL, response: ServerResponse) {
  const send = (status: number, body: object) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const [, uid = ""] = /^\/api\/v1\/(?:app|auth\/app-portal-access|test)\/([^/]+)/.exec(pathname) ?? [];
  const application = applications.get(uid);
  if (pathname === `/api/v1/test/${uid}`) return send(200, application ?? {});
  const key = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  if (!key.startsWith("testsk_")) return send(401, { code: "authentication_failed", detail: "Invalid token" });
  if (key === "testsk_broken") return void response.writeHead(200).end("<h1>Welcome</h1>");
  const body = (await json(request)) as Application & SvixMessage;
  const now = new Date().toISOString();
  if (pathname === "/api/v1/app") {
    const isNew = !applications.has(body.uid);
    if (isNew) applications.set(body.uid, { uid: body.uid, name: body.name, messages: [] });
    return send(isNew ? 201 : 200, { id: "app_1", uid: body.uid, name: body.name, createdAt: now, updatedAt: now });
  }
  if (!application) return send(404, { code: "not_found", detail: "Entity not found" });
  if (pathname.startsWith("/api/v1/auth/")) {
    return send(200, { token: `appsk_${uid}`, url: "https://app.svix.com/login#key=eyJ" });
  }
  if (application.messages.some(({ eventId }) => eventId === body.eventId)) {
    return send(409, { code: "conflict", detail: "An event with that id already exists" });
  }
  application.messages.push(body);
  send(202, { id: `msg_${randomUUID()}`, timestamp: now, ...body });
}

/**
 * Stands in for the servers that receive webhooks. The path of an address names an inbox of one test's own and what the
 * server does; `worker/testing/stand-in-services.ts` has the names.
 */

const inboxes = new Map<string, ReceivedWebhook[]>();

/** Says what an inbox does on request instead of what its addresses say. */
const overrides = new Map<string, ReceiverBehaviour>();

/** The responses that each inbox has begun, or not even begun, and never ends: by another behaviour they end. */
const hanging = new Map<string, ServerResponse[]>();

export async function respondAsReceiver(request: IncomingMessage, path: string, response: ServerResponse) {
  const [, name = "", behaviour = ""] = path.split("/");
  const inbox = inboxes.get(name) ?? [];
  inboxes.set(name, inbox);
  if (request.method === "GET") return void response.end(JSON.stringify(inbox));
  if (request.method === "PUT") {
    overrides.set(name, behaviour as ReceiverBehaviour);
    for (const waiting of hanging.get(name) ?? []) waiting.end();
    hanging.delete(name);
    return void response.end();
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, String(value)]));
  inbox.push({ behaviour: behaviour as ReceiverBehaviour, headers, body: await text(request) });
  switch (overrides.get(name) ?? (behaviour as ReceiverBehaviour)) {
    case "accept":
      return void response.writeHead(200, { "content-type": "text/plain" }).end("thanks");
    case "no-content":
      return void response.writeHead(204).end();
    case "fail":
      return void response.writeHead(500, { "content-type": "text/plain" }).end("out of order");
    case "redirect":
      return void response.writeHead(307, { location: `https://receiver.example.net/${name}/accept` }).end();
    case "hang":
      return void hanging.set(name, [...(hanging.get(name) ?? []), response]);
    case "hang-midway":
      hanging.set(name, [...(hanging.get(name) ?? []), response]);
      return void response.writeHead(200).write("part of ");
    case "flood": {
      response.writeHead(200);
      const chunk = "€".repeat(22 * 1024);
      // It ends, since Miniflare reads on what the Worker has given up, for as long as the tests run.
      let left = 256;
      const write = () => {
        while (left > 0) {
          left--;
          if (!response.write(chunk)) return;
        }
        response.destroy();
      };
      response.on("drain", write).on("error", () => response.destroy());
      return write();
    }
  }
}

/**
 * Stands in for Resend, as its API is documented (https://resend.com/docs/api-reference): `POST /emails/batch`. Keys begin
 * with the name of what it does; `worker/testing/stand-in-services.ts` has the names. An email to an address with `refused` in
 * it is not valid.
 */

const accounts = new Map<string, ResendAccount>();
const replies = new Map<string, object>();

export async function respondAsResend(request: IncomingMessage, { pathname }: URL, response: ServerResponse) {
  const send = (statusCode: number, body: object) =>
    void response.writeHead(statusCode, { "content-type": "application/json" }).end(JSON.stringify(body));
  const refuse = (statusCode: number, name: string, message: string) => send(statusCode, { statusCode, name, message });
  if (pathname.startsWith("/test/")) return send(200, accounts.get(pathname.slice("/test/".length)) ?? {});
  if (pathname !== "/emails/batch" || request.method !== "POST") return refuse(404, "not_found", "No such endpoint");
  const key = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const behaviour = /^re_([a-z]+)_/.exec(key)?.[1];
  const account = accounts.get(key) ?? { batches: [], emails: [] };
  accounts.set(key, account);
  const emails = (await json(request)) as SentEmail[];
  const { "idempotency-key": idempotencyKey, "x-batch-validation": validation } = request.headers;
  account.batches.push({ idempotencyKey, validation, size: emails.length } as ReceivedBatch);
  if (!behaviour || behaviour === "unknown") return refuse(403, "invalid_api_key", "API key is invalid");
  if (behaviour === "broken") return refuse(500, "application_error", "An unexpected error occurred");
  if (behaviour === "limited" && account.batches.length === 1) {
    return refuse(429, "rate_limit_exceeded", "Too many requests. You can only make 2 requests per second.");
  }
  if (emails.length > 100) return refuse(422, "validation_error", "At most 100 emails");
  const known = replies.get(`${key} ${idempotencyKey}`);
  if (known) return send(200, known);
  const isRefused = ({ to }: SentEmail) => to.some((address) => address.includes("refused"));
  const taken = emails.filter((email) => !isRefused(email));
  account.emails.push(...taken);
  const reply = {
    data: taken.map(() => ({ id: randomUUID() })),
    errors: emails.flatMap((email, index) => (isRefused(email) ? [{ index, message: "Invalid `to` field." }] : [])),
  };
  replies.set(`${key} ${idempotencyKey}`, reply);
  if (behaviour === "hangup") return void response.destroy();
  send(200, reply);
}

/**
 * Stands in for the range service of Have I Been Pwned. To a prefix of five digits it responds with the suffixes of all
 * breached hashes that begin with it, a count each. The lines are padded to 800 or more on request.
 */

const hashes = Object.entries(lookedUpPasswords).map(([name, password]) => ({
  name,
  hash: createHash("sha1").update(password).digest("hex").toUpperCase(),
}));

const received = new Map<string, RangeRequest[]>();

export async function respondWithRange(request: IncomingMessage, path: string, response: ServerResponse) {
  const [, page, prefix = ""] = path.split("/");
  if (page === "requests") return response.end(JSON.stringify(received.get(prefix) ?? []));
  if (page !== "range" || !/^[0-9A-F]{5}$/.test(prefix)) {
    return response.writeHead(400).end("The hash prefix was not in a valid format");
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const arrived = { method: String(request.method), path, headers, body: await text(request) };
  received.set(prefix, [...(received.get(prefix) ?? []), arrived]);
  const entry = hashes.find(({ hash }) => hash.startsWith(prefix));
  if (entry?.name === "silent") return;
  if (entry?.name === "broken") return response.writeHead(503).end("Service unavailable");
  const lines = [`${randomSuffix()}:3`];
  if (entry) lines.push(`${entry.hash.slice(5)}:${entry.name === "breached" ? 1207 : 0}`);
  if (request.headers["add-padding"] === "true") while (lines.length < 800) lines.push(`${randomSuffix()}:0`);
  response.writeHead(200, { "content-type": "text/plain" }).end(lines.sort().join("\r\n"));
}

function randomSuffix(): string {
  return randomBytes(18).toString("hex").slice(0, 35).toUpperCase();
}
