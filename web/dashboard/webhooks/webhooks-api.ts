import type { GatehouseAdminApp, WebhookEventType } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { baseUrlOf } from "../../kit/connection/app-options";
import { RequestError } from "../../kit/errors/request-error";
import type { Host } from "../../kit/host/host";
import { Retry, withRetries } from "../../kit/requests/retries";

// The part of Svix' API that administers a project's webhooks (docs/webhooks.md). The svix library would be as large as the
// rest of the dashboard.

/** Says where events are sent. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly disabled: boolean;
  /** The types that are sent; null for all. */
  readonly eventTypes: readonly WebhookEventType[] | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Holds what an owner sets of an endpoint. */
export type EndpointSettings = Pick<Endpoint, "url" | "description" | "eventTypes">;

type EndpointChanges = Partial<EndpointSettings & Pick<Endpoint, "disabled">>;

export interface EventTypeInfo {
  readonly name: WebhookEventType;
  readonly description: string;
  readonly schemas: { readonly [version: string]: { readonly examples?: readonly unknown[] } } | null;
}

/** Holds what was sent once, and what came back. */
export interface Attempt {
  readonly id: string;
  readonly msgId: string;
  readonly url: string;
  /** 0 for accepted, 1 for pending, 2 for failed. */
  readonly status: 0 | 1 | 2;
  readonly response: string;
  /** 0 where there was no response. */
  readonly responseStatusCode: number;
  readonly responseDurationMs: number;
  /** 1 where an owner has asked for it. */
  readonly triggerType: 0 | 1;
  readonly timestamp: string;
  readonly msg?: { readonly id: string; readonly eventType: WebhookEventType; readonly payload: unknown };
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly iterator: string | null;
  readonly done: boolean;
}

export interface EndpointStats {
  readonly success: number;
  readonly pending: number;
  readonly fail: number;
}

/** The instance has its webhooks administered by Svix itself: its tokens are none of ours. */
export class AdministeredBySvix extends Error {
  override readonly name = "AdministeredBySvix";
}

/** The server refused a value of an endpoint. */
export class RefusedEndpoint extends RequestError {
  constructor(
    response: ConstructorParameters<typeof RequestError>,
    /** The field of the body, such as `url`. */
    readonly field: string,
  ) {
    super(...response);
  }
}

/** Tokens last an hour, or less: a refused one is replaced. */
const tokenMillis = 50 * 60 * 1000;

const tokens = new WeakMap<GatehouseAdminApp, { until: number; token: Promise<string> }>();

function tokenOf(app: GatehouseAdminApp, isNew: boolean): Promise<string> {
  const known = tokens.get(app);
  if (known && !isNew && known.until > Date.now()) return known.token;
  const token = app.getSvixToken();
  tokens.set(app, { until: Date.now() + tokenMillis, token });
  token.catch(() => tokens.delete(app));
  return token;
}

type Query = Record<string, string | undefined>;

/** Sends a request of the webhooks API. @throws {RequestError} */
async function request(
  app: GatehouseAdminApp,
  method: string,
  path: string,
  { query = {}, body }: { query?: Query; body?: unknown } = {},
): Promise<Response> {
  const { host, options } = app[appInternals].connection;
  const url = new URL(`${baseUrlOf(options, host)}/api/v1${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  const send = async (isNew: boolean) => {
    const token = await tokenOf(app, isNew);
    if (!token.startsWith("eyJ")) throw new AdministeredBySvix();
    return fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const attempt = async () => {
    const first = await send(false);
    return first.status === 401 ? await send(true) : first;
  };
  const response = method === "GET" ? await repeated(host, attempt) : await attempt();
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** Makes attempts until one has a response, as the kit does for its own requests. */
function repeated(host: Host, attempt: () => Promise<Response>): Promise<Response> {
  return withRetries(host, () =>
    attempt().catch((error) => {
      if (error instanceof TypeError) return new Retry(error);
      throw error;
    }),
  );
}

async function refusalOf(response: Response): Promise<RequestError> {
  const { detail } = (await response.json().catch(() => ({}))) as {
    detail?: string | { loc: string[]; msg: string }[];
  };
  const [wrong] = Array.isArray(detail) ? detail : [];
  const text = wrong?.msg ?? (typeof detail === "string" ? detail : "");
  const [, field] = wrong?.loc ?? [];
  if (field !== undefined) return new RefusedEndpoint([response.url, response.status, text], field);
  return new RequestError(response.url, response.status, text);
}

/** Reads what the API has at a path. @throws {RequestError} */
export async function readWebhooks<T>(app: GatehouseAdminApp, path: string, query: Query = {}): Promise<T> {
  return (await request(app, "GET", path, { query })).json();
}

/** Reads all that is shown of webhooks again. */
export function readWebhooksAgain(app: GatehouseAdminApp): Promise<void> {
  return app[appInternals].caller("admin").announce("webhooks");
}

/** A path below the project. Ids come from the address of the page, so each is one segment whatever it holds. */
export function pathOf({ projectId }: Pick<GatehouseAdminApp, "projectId">, ...segments: readonly string[]): string {
  // The only segments that an encoded id could still lead elsewhere by.
  const isElsewhere = (segment: string) => /^\.{1,2}$/.test(segment);
  return ["/app", projectId, ...segments.map((each) => (isElsewhere(each) ? "-" : encodeURIComponent(each)))].join("/");
}

export async function getSecret(app: GatehouseAdminApp, id: string): Promise<string> {
  return (await readWebhooks<{ key: string }>(app, pathOf(app, "endpoint", id, "secret"))).key;
}

type Call = readonly [method: "POST" | "PATCH" | "DELETE", path: readonly string[], body?: object];

/** Lists what the svix library does, by the names of its methods: as requests, with paths below the project. */
const calls = {
  "endpoint.create": (settings: EndpointSettings): Call => ["POST", ["endpoint"], settings],
  "endpoint.patch": (id: string, changes: EndpointChanges): Call => ["PATCH", ["endpoint", id], changes],
  "endpoint.delete": (id: string): Call => ["DELETE", ["endpoint", id]],
  "endpoint.rotateSecret": (id: string, body: object): Call => ["POST", ["endpoint", id, "secret", "rotate"], body],
  /** Sends again what has failed for good since a time. */
  "endpoint.recover": (id: string, body: { since: Date }): Call => ["POST", ["endpoint", id, "recover"], body],
  /** Sends what has happened since a time and was never sent to the endpoint. */
  "endpoint.replayMissing": (id: string, body: { since: Date }): Call => [
    "POST",
    ["endpoint", id, "replay-missing"],
    body,
  ],
  /** Sends an example of a type, and returns the event that was made of it. */
  "endpoint.sendExample": (id: string, body: { eventType: WebhookEventType }): Call => [
    "POST",
    ["endpoint", id, "send-example"],
    body,
  ],
  "messageAttempt.resend": (messageId: string, id: string): Call => [
    "POST",
    ["msg", messageId, "endpoint", id, "resend"],
    {},
  ],
};

export type SvixMethod = keyof typeof calls;
export type SvixArgs<Method extends SvixMethod> = Parameters<(typeof calls)[Method]>;

/** Does what a method of the svix library does, and has all that is shown of webhooks read again once. @throws {RequestError} */
export async function callSvix<Method extends SvixMethod>(
  app: GatehouseAdminApp,
  name: Method,
  ...args: SvixArgs<Method>
): Promise<{ readonly id: string }> {
  const [method, path, body] = (calls[name] as (...args: SvixArgs<Method>) => Call)(...args);
  let isChanged = false;
  try {
    let next = body;
    for (;;) {
      const response = await request(app, method, pathOf(app, ...path), { body: next });
      isChanged = true;
      const text = await response.text();
      const result = text === "" ? {} : JSON.parse(text);
      // A replay goes by steps, each of which says when the next one begins.
      if (!result.nextSince) return result;
      next = { since: result.nextSince };
    }
  } finally {
    // The page of a deleted endpoint is still shown by then.
    if (isChanged && method !== "DELETE") await readWebhooksAgain(app);
  }
}
