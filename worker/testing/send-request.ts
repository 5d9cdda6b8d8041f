import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import worker from "../index";
import type { EndpointKey } from "../protocol/endpoint";

export interface RequestInput {
  /** Values for `{name}` in the key's path. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; absent means no body and no content type. */
  body?: unknown;
  /** Sent as it is, in place of a body of JSON. */
  rawBody?: string;
  headers?: Record<string, string | undefined>;
  /** Says what the edge knows of where the request comes from. */
  cf?: { country?: string };
  /** Variables of the Worker's environment that differ from those of all tests, or undefined, for this request. */
  settings?: Record<string, string | undefined>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text when the response is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on wire bodies field by field
  body: any;
  /** The body as it was sent. */
  text: string;
  /** The counts of `Server-Timing`. */
  cost: { d1: number; rowsRead: number; rowsWritten: number; hashes: number };
}

/** Sends a request to the Worker through its entry point. */
export async function sendRequest(key: EndpointKey, input?: RequestInput): Promise<TestResponse> {
  if (input?.settings) return sendAndSettle(key, input);
  return readResponse(await exports.default.fetch(requestOf(key, input)));
}

/** Sends a request and waits for what runs after its response (`waitUntil`). */
export async function sendAndSettle(key: EndpointKey, input?: RequestInput): Promise<TestResponse> {
  const context = createExecutionContext();
  const response = await readResponse(
    await worker.fetch(requestOf(key, input), { ...env, ...input?.settings }, context),
  );
  await waitOnExecutionContext(context);
  return response;
}

/** The request itself, for servers other than the Worker. */
export function requestOf(
  key: EndpointKey,
  { params = {}, query, body, rawBody, headers = {}, cf }: RequestInput = {},
): Request {
  const [method, template = ""] = key.replace(/ \/$/, " ").split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Request(`http://localhost:8787/api/v1${path}${search}`, {
    method,
    redirect: "manual",
    ...(cf && { cf }),
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...Object.fromEntries(sent) },
    body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
}

export async function readResponse(response: Response): Promise<TestResponse> {
  // Not `text()`, which warns of types that it does not take for text.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
    text,
    cost: readCost(response.headers.get("server-timing") ?? ""),
  };
}

/** The shares of which a request has taken, by name, each with what its project has used of it. */
export function sharesOf(response: TestResponse): Record<string, string> {
  const timing = response.headers.get("server-timing") ?? "";
  return Object.fromEntries(
    [...timing.matchAll(/(\w+);desc="([\d.]+ of \d+)"/g)].map(([, name, used]) => [name, used]),
  );
}

function readCost(timing: string): TestResponse["cost"] {
  const count = (name: string) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1]);
  return { d1: count("d1"), rowsRead: count("rows_read"), rowsWritten: count("rows_written"), hashes: count("hashes") };
}
