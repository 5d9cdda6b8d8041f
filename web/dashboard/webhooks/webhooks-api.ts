import type { GatehouseAdminApp, WebhookEventType } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { baseUrlOf } from "../../kit/connection/app-options";
import { RequestError } from "../../kit/errors/request-error";

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
  const first = await send(false);
  const response = first.status === 401 ? await send(true) : first;
  if (!response.ok) throw await refusalOf(response);
  return response;
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

/** Changes something, and has all that is shown of webhooks read again. */
async function write<T>(app: GatehouseAdminApp, method: string, path: string, body: unknown = {}): Promise<T> {
  const response = await request(app, method, path, { body });
  const text = await response.text();
  await readWebhooksAgain(app);
  return (text === "" ? undefined : JSON.parse(text)) as T;
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

export function createEndpoint(app: GatehouseAdminApp, settings: EndpointSettings): Promise<Endpoint> {
  return write(app, "POST", pathOf(app, "endpoint"), settings);
}

export function changeEndpoint(
  app: GatehouseAdminApp,
  id: string,
  changes: Partial<EndpointSettings & Pick<Endpoint, "disabled">>,
): Promise<Endpoint> {
  return write(app, "PATCH", pathOf(app, "endpoint", id), changes);
}

/** Deletes an endpoint. Nothing is read again: its own page is still shown then. */
export async function deleteEndpoint(app: GatehouseAdminApp, id: string): Promise<void> {
  await request(app, "DELETE", pathOf(app, "endpoint", id));
}

export async function getSecret(app: GatehouseAdminApp, id: string): Promise<string> {
  return (await readWebhooks<{ key: string }>(app, pathOf(app, "endpoint", id, "secret"))).key;
}

export async function rotateSecret(app: GatehouseAdminApp, id: string): Promise<void> {
  await write(app, "POST", pathOf(app, "endpoint", id, "secret", "rotate"));
}

/** Sends again what has failed for good since a time. */
export async function recover(app: GatehouseAdminApp, id: string, since: Date): Promise<void> {
  await write(app, "POST", pathOf(app, "endpoint", id, "recover"), { since: since.toISOString() });
}

/** Sends what has happened since a time and was never sent to the endpoint. What is shown is read again once, after all of it. */
export async function replayMissing(app: GatehouseAdminApp, id: string, since: Date): Promise<void> {
  const path = pathOf(app, "endpoint", id, "replay-missing");
  let next: string | null = since.toISOString();
  try {
    while (next !== null) {
      const response = await request(app, "POST", path, { body: { since: next } });
      next = ((await response.json()) as { nextSince: string | null }).nextSince;
    }
  } finally {
    await readWebhooksAgain(app);
  }
}

/** Sends an example of a type. Returns the id of the event that was made of it. */
export async function sendExample(app: GatehouseAdminApp, id: string, eventType: WebhookEventType): Promise<string> {
  return (await write<{ id: string }>(app, "POST", pathOf(app, "endpoint", id, "send-example"), { eventType })).id;
}

export async function resend(app: GatehouseAdminApp, id: string, messageId: string): Promise<void> {
  await write(app, "POST", pathOf(app, "msg", messageId, "endpoint", id, "resend"));
}
