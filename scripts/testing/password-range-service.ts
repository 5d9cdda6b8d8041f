/**
 * Stands in for the range service of Have I Been Pwned. To a prefix of five digits it responds with the suffixes of all
 * breached hashes that begin with it, a count each. The lines are padded to 800 or more on request.
 */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { lookedUpPasswords, type RangeRequest } from "../../worker/testing/looked-up-passwords";

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
