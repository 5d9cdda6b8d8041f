/**
 * Stands in for Resend, as its API is documented (https://resend.com/docs/api-reference): `POST /emails/batch`. Keys begin
 * with the name of what it does; `worker/testing/resend-service.ts` has the names. An email to an address with `refused` in
 * it is not valid.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { ReceivedBatch, ResendAccount, SentEmail } from "../../worker/testing/resend-service";

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
