/**
 * Stands in for Svix, as its API is documented (https://api.svix.com/docs): applications, access to the portal, messages.
 * Keys begin with the name of what it does; `worker/testing/svix-service.ts` has the names.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { SvixMessage } from "../../worker/testing/svix-service";

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
