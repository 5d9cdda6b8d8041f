/**
 * Stands in for the servers that receive webhooks. The path of an address names an inbox of one test's own and what the
 * server does; `worker/testing/webhook-receiver.ts` has the names.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { ReceivedWebhook, ReceiverBehaviour } from "../../worker/testing/webhook-receiver";

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
