import type { Hono, Context as HonoContext } from "hono";
import type {
  BodyOf,
  CallLimit,
  Endpoint,
  EndpointSpec,
  ErrorsOf,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from "./endpoint";
import { fail } from "./fail";
import { isKindOf, KnownError, type KnownErrorArguments } from "./known-errors";
import { PlainError } from "./plain-error";
import { readBody } from "./request-body";
import { readClientVersion, readCredentials, readTierClaim, type TierClaim } from "./request-headers";
import { parseRequest, type RawRequest } from "./request-parts";
import { errorResponse, framed, jsonResponse, type ResponseFrame, textResponse } from "./responses";
import { shapeFor, type Tier } from "./tiers";

type Context = HonoContext<{ Bindings: Env }>;

/** What the protocol itself needs to know of whoever calls. Slices see the whole caller. */
export interface AnyCaller {
  tier: Tier;
  project: { id: string };
  user: { id: string; primaryEmail: string | null } | null;
}

/** Statements that travel with the caller's own look-up, by name; each is a promise of its result. */
export type Statements = Record<string, PromiseLike<unknown>>;
type NoStatements = Record<never, never>;
export type Found<S extends Statements> = { [Name in keyof S]: Awaited<S[Name]> };

/**
 * How calls are told apart, handed in by the app: the protocol knows the order of the checks and no table.
 *
 * @typeParam Claims what the credentials say of themselves, before anything is looked up
 */
export interface Gatekeeper<Tools, Claims extends { userId: string | undefined }, Caller extends AnyCaller> {
  /** Counts a call from where it comes. @throws TooManyRequests when it is one too many */
  pace(limit: CallLimit, tools: Tools): Promise<void>;
  /** Checks what needs no storage: the signature and the claims of the user's access token. */
  identify(claim: TierClaim, tools: Tools): Promise<Claims>;
  /** Looks the caller up, and runs the endpoint's own first statements in the same round trip. */
  admit<S extends Statements>(
    claims: Claims,
    tools: Tools,
    statements: S,
  ): Promise<{ caller: Caller; found: Found<S> }>;
}

/** Makes what handlers work with (database, settings, …) anew for each call. */
export interface Toolbox<Tools> {
  open(context: Context): Tools;
  /** What the call cost, for `Server-Timing`; undefined when costs are not shown. */
  cost(tools: Tools): string | undefined;
  newRequestId(): string;
  unknownPathText(context: Context, tools: Tools): string;
}

type CallerOf<Caller extends AnyCaller, Spec extends EndpointSpec> = Spec["access"] extends "public"
  ? Caller | null
  : Spec extends { requiresUser: true }
    ? Caller & { user: NonNullable<Caller["user"]> }
    : Caller;

interface Input<Spec extends EndpointSpec> {
  body: BodyOf<Spec>;
  query: QueryOf<Spec>;
  params: ParamsOf<Spec>;
  headers: HeadersOf<Spec>;
}

/** What a handler is given: the caller, the request's parts after validation, the tools, and ways to fail and defer. */
export type Call<
  Tools,
  Caller extends AnyCaller,
  Spec extends EndpointSpec,
  S extends Statements = NoStatements,
> = Tools &
  Input<Spec> & {
    caller: CallerOf<Caller, Spec>;
    /** The results of the endpoint's prefetched statements. */
    found: Found<S>;
    /** Ends the call with an error that the endpoint declares. */
    fail<Code extends ErrorsOf<Spec>>(code: Code, ...details: KnownErrorArguments<Code>): never;
    /** Runs work after the response has gone out. Its failure must show elsewhere, since nobody waits for it. */
    defer(work: () => Promise<unknown>): void;
    /** Headers that the response will carry, whatever becomes of the call. */
    responseHeaders: Headers;
  };

export type Handler<Tools, Caller extends AnyCaller, Spec extends EndpointSpec, S extends Statements = NoStatements> = (
  call: Call<Tools, Caller, Spec, S>,
) => Promise<ResponseOf<Spec>> | ResponseOf<Spec>;

/**
 * A handler that names the statements which it needs first. They run with the caller's look-up in one round trip, on
 * claims that are not yet proven, so they may only read; their results reach `handle` once every check has passed.
 */
export interface PreparedHandler<Tools, Caller extends AnyCaller, Spec extends EndpointSpec, S extends Statements> {
  prefetch(input: Tools & Input<Spec> & { projectId: string; userId: string | undefined }): S | Promise<S>;
  handle: Handler<Tools, Caller, Spec, S>;
}

type AnyHandler<Tools> = {
  prefetch?: (
    input: Tools & Input<EndpointSpec> & { projectId: string; userId: string | undefined },
  ) => Statements | Promise<Statements>;
  handle: (call: never) => unknown;
};

/** What any endpoint may answer, because the life of a call itself raises it. */
const commonErrors = [
  "BODY_PARSING_ERROR",
  "SCHEMA_ERROR",
  "ALL_OVERLOADS_FAILED",
  "PROJECT_AUTHENTICATION_ERROR",
  "INVALID_ACCESS_TOKEN",
  "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
  "CURRENT_PROJECT_NOT_FOUND",
  "BRANCH_DOES_NOT_EXIST",
  "WORKFLOW_TOKEN_DOES_NOT_EXIST",
  "WORKFLOW_TOKEN_EXPIRED",
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
] as const;

/** Every endpoint with its handler, and the one place where a call lives from its headers to its response. */
export class Router<Tools extends object, Claims extends { userId: string | undefined }, Caller extends AnyCaller> {
  private readonly routes = new Map<string, { endpoint: Endpoint; handler: AnyHandler<Tools> }>();

  constructor(
    private readonly gatekeeper: Gatekeeper<Tools, Claims, Caller>,
    private readonly toolbox: Toolbox<Tools>,
  ) {}

  get endpoints(): Endpoint[] {
    return [...this.routes.values()].map(({ endpoint }) => endpoint);
  }

  /** Gives an endpoint its handler. */
  route<Spec extends EndpointSpec>(
    endpoint: Endpoint<Endpoint["key"], Spec>,
    handler: Handler<Tools, Caller, Spec>,
  ): void;
  route<Spec extends EndpointSpec, S extends Statements>(
    endpoint: Endpoint<Endpoint["key"], Spec>,
    handler: PreparedHandler<Tools, Caller, Spec, S>,
  ): void;
  route(endpoint: Endpoint, handler: AnyHandler<Tools> | AnyHandler<Tools>["handle"]): void {
    if (this.routes.has(endpoint.key)) throw new Error(`${endpoint.key} has two handlers`);
    this.routes.set(endpoint.key, { endpoint, handler: typeof handler === "function" ? { handle: handler } : handler });
  }

  /**
   * Mounts everything below `prefix`. Fixed paths come before those with parameters, and each path responds with 405 to the
   * methods it does not know before a less specific path may take the call.
   */
  mount(app: Hono<{ Bindings: Env }>, prefix: string): void {
    const paths = Map.groupBy(this.routes.values(), ({ endpoint }) => endpoint.path);
    for (const [path, routes] of [...paths].sort(([a], [b]) => bySpecificity(a, b))) {
      const pattern = prefix + path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/$/, "");
      for (const { endpoint, handler } of routes) {
        app.on(endpoint.method, pattern, (context) =>
          context.req.method === "HEAD" ? methodNotAllowed() : this.respond(context, endpoint, handler),
        );
      }
      app.all(pattern, methodNotAllowed);
    }
    app.all(`${prefix}/*`, (context) => this.respondToUnknownPath(context));
  }

  private async respond(context: Context, endpoint: Endpoint, handler: AnyHandler<Tools>): Promise<Response> {
    const request = context.req.raw;
    const tools = this.toolbox.open(context);
    const responseHeaders = new Headers();
    const frame: ResponseFrame = { ...this.newFrame(context), headers: responseHeaders };
    const deferred: (() => Promise<unknown>)[] = [];
    const defer = (work: () => Promise<unknown>) => void deferred.push(work);
    let response: Response;
    try {
      if (endpoint.limit) await this.gatekeeper.pace(endpoint.limit, tools);
      const prepared = await this.prepare(context, tools, endpoint, handler);
      // The overloads of route() have tied this handler's parameter to this endpoint; the map between them has not.
      const handle = handler.handle as (call: unknown) => unknown;
      const result = await handle({ ...tools, ...prepared, fail, defer, responseHeaders });
      response = serialise(request, endpoint, prepared.caller?.tier, result);
    } catch (error) {
      response = errorResponse(declared(error, endpoint), frame, endpoint.key);
    }
    frame.cost = this.toolbox.cost(tools);
    for (const work of deferred) context.executionCtx.waitUntil(settle(work, frame, endpoint));
    return framed(request, response, frame);
  }

  /** Everything before the handler, in the order of the wire: body, credentials, caller, tier, validation. */
  private async prepare(context: Context, tools: Tools, endpoint: Endpoint, handler: AnyHandler<Tools>) {
    const request = await rawRequest(context);
    const claim = readTierClaim(readCredentials(context.req.raw.headers));
    const parse = (userId: string | undefined) => parseRequest(endpoint, request, { tier: claim?.tier, userId });
    if (!claim) return { caller: null, found: {}, ...parse(undefined) };

    const claims = await this.gatekeeper.identify(claim, tools);
    const early = attempt(() => parse(claims.userId));
    const statements =
      handler.prefetch && early.ok
        ? await handler.prefetch({
            ...tools,
            ...(early.value as Input<EndpointSpec>),
            projectId: claim.projectId,
            userId: claims.userId,
          })
        : {};
    const { caller, found } = await this.gatekeeper.admit(claims, tools, statements);
    // A token may outlive its user: then the call has none, and `me` stands for nobody.
    const parsed = claims.userId && !caller.user ? parse(undefined) : early.ok ? early.value : rethrow(early.error);
    return { caller, found, ...parsed };
  }

  private newFrame(context: Context): ResponseFrame {
    return { requestId: this.toolbox.newRequestId(), client: readClientVersion(context.req.raw.headers) };
  }

  /** Wrong credentials are told even where there is nothing to reach with the right ones. */
  private async respondToUnknownPath(context: Context): Promise<Response> {
    const tools = this.toolbox.open(context);
    const frame = this.newFrame(context);
    try {
      await readBody(context.req.raw);
      const claim = readTierClaim(readCredentials(context.req.raw.headers));
      if (claim) await this.gatekeeper.admit(await this.gatekeeper.identify(claim, tools), tools, {});
      throw new PlainError(404, this.toolbox.unknownPathText(context, tools));
    } catch (error) {
      return framed(context.req.raw, errorResponse(error, frame, "unknown path"), frame);
    }
  }
}

async function rawRequest(context: Context): Promise<RawRequest> {
  const { raw } = context.req;
  const url = new URL(raw.url);
  return {
    method: raw.method,
    path: url.pathname,
    params: context.req.param() as Record<string, string>,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(raw.headers),
    body: await readBody(raw),
  };
}

function serialise(request: Request, endpoint: Endpoint, tier: Tier | undefined, result: unknown): Response {
  if (endpoint.response === "response") return result as Response;
  if (endpoint.response === "text") return textResponse(result as string);
  // Cut down to the caller's tier: a field that its shape does not list never leaves the house.
  return jsonResponse(request, shapeFor(endpoint.response, tier ?? "client").parse(result), endpoint.status ?? 200);
}

/** An error that the endpoint does not declare is a fault of ours, whatever its code says. */
function declared(error: unknown, endpoint: Endpoint): unknown {
  if (!(error instanceof KnownError)) return error;
  const isDeclared = endpoint.errors?.includes(error.code) || commonErrors.some((kind) => isKindOf(error.code, kind));
  return isDeclared ? error : new Error(`${endpoint.key} does not declare ${error.code}`, { cause: error });
}

async function settle(work: () => Promise<unknown>, frame: ResponseFrame, endpoint: Endpoint): Promise<void> {
  try {
    await work();
  } catch (error) {
    errorResponse(error, frame, `${endpoint.key}, after its answer`);
  }
}

type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** 405 has neither a body nor the marks of a handler's answer. */
function methodNotAllowed(): Response {
  return new Response(null, { status: 405 });
}

/** Fixed segments before parameters, from left to right; an order of all paths, whatever their lengths. */
function bySpecificity(a: string, b: string): number {
  const [left = "", right = ""] = [a, b].map((path) =>
    path.replaceAll(/[^/]+/g, (segment) => (segment.startsWith("{") ? "1" : "0")).replaceAll("/", ""),
  );
  return left.localeCompare(right);
}
