import type { Context as HonoContext } from "hono";
import type { AnyClaims, Authentication } from "./authentication";
import { isCommonError, storageFull } from "./common-errors";
import {
  credentialChangeErrors,
  credentialChangeOf,
  impersonationRefused,
  refusesImpersonation,
} from "./credential-changes";
import { type Endpoint, type EndpointSpec, isClientWrite, refusesRestricted } from "./endpoint";
import { DefinedError, plainError, tooManyRequests } from "./error-definitions";
import { fail } from "./fail";
import type { Failing, Failure } from "./failing";
import type { AnyCaller, AnyHandler, Deferring, Input, PrefetchContext, Route, Write } from "./handler";
import { KnownError } from "./known-errors";
import { errorFor, generationOf, shapeFrom } from "./official-clients";
import { readBody, readText, type TakesTurns } from "./request-body";
import { type RequestCredentials, readClientVersion, readCredentials, readTierClaim } from "./request-headers";
import { type ParsedRequest, parseRequest, type RawRequest, type RequestAuth } from "./request-parts";
import {
  buildResponse,
  errorParts,
  jsonParts,
  partsOf,
  type ResponseFrame,
  type ResponseParts,
  textParts,
} from "./responses";
import { trackSending } from "./sending";
import { shapeFor, type Tier } from "./tiers";
import { requestUrl } from "./url";

type Context = HonoContext<{ Bindings: Env }>;

/** Says what became of a request, in values of our own. */
export interface RequestOutcome {
  requestId: string;
  /** The project of a proven caller; null of any other. */
  projectId: string | null;
  endpoint: Endpoint["key"] | "unknown path";
  /** Also where the response hides it behind a 200. */
  status: number;
}

/** The form in which an API reads requests and refuses them. */
export interface Codec {
  /** Checks the parts of a request, and returns them. */
  parseRequest(endpoint: Endpoint, request: RawRequest, auth: RequestAuth): ParsedRequest;
  /** The response to an error. One that is not meant for clients becomes a 500, and is logged. */
  errorParts(error: unknown, frame: ResponseFrame, operation: string): ResponseParts;
  /** Responds to a method that no endpoint of the path has, with those it has in `Allow` (RFC 9110 section 15.5.6). */
  methodNotAllowed(allow: string): Response;
}

/** The form of the wire. 405 has neither a body nor the headers of a handler's response. */
export const wireCodec: Codec = {
  parseRequest,
  errorParts,
  methodNotAllowed: (allow) => new Response(null, { status: 405, headers: { Allow: allow } }),
};

/** Holds what the app brings beside authentication. */
export interface RouterOptions<Tools> {
  /** Opens what handlers work with (database, settings, …), anew for each request. @param endpoint undefined on an unknown path */
  open(context: Context, endpoint?: Endpoint): Tools;
  /**
   * Tells whether what was read may be out of date, so that no refusal is sure. If so, what follows reads what is up to date, and the
   * request, which then has written nothing, is handled once more.
   */
  readsAgain?(tools: Tools): boolean;
  /** Returns what stands for all that the request has read and written; undefined where its client takes none. */
  bookmark?(tools: Tools): Promise<string | undefined>;
  /** Tells whether an error is that of a write for which the project has no storage left. */
  isStorageFull?(error: unknown): boolean;
  /** Returns what the request cost, for `Server-Timing`; undefined when costs are not shown. */
  cost(tools: Tools): string | undefined;
  /**
   * Waits until a request may begin, before anything is read; undefined where it may at once. It may refuse the request by what needs
   * no storage.
   *
   * @returns when to try again instead
   */
  begin?(
    tools: Tools & Failing<Failure>,
    request: Request,
  ): Promise<{ retryAfterMillis: number } | undefined> | undefined;
  /** Notes what became of a request. */
  log?(tools: Tools, outcome: RequestOutcome): void;
  /** The work that follows from what the request has done; undefined where there is none. */
  followUp?(tools: Tools): (() => Promise<unknown>) | undefined;
  newRequestId(): string;
  /** The form of requests and errors, where it is not that of the wire. */
  codec?: Codec;
  unknownPathText(context: Context, tools: Tools): string;
}

type AnyAuthentication<Tools, Claims extends AnyClaims> = Authentication<Tools, Claims, AnyCaller, Failure>;

/** Handles a request to an endpoint, from its headers to its response. */
export async function handleRequest<Tools extends TakesTurns, Claims extends AnyClaims>(
  context: Context,
  route: Route<Tools>,
  authentication: AnyAuthentication<Tools, Claims>,
  options: RouterOptions<Tools>,
): Promise<Response> {
  const { endpoint, handler } = route;
  const { codec = wireCodec } = options;
  const request = context.req.raw;
  let deferred: (() => Promise<unknown>)[] = [];
  const defer = (work: () => Promise<unknown>) => void deferred.push(work);
  const tools = { ...options.open(context, endpoint), fail, defer };
  let frame = newFrame(context, options);
  let parts: ResponseParts;
  let projectId: string | null = null;
  const respond = async () => {
    const prepared = await countAndPrepare(context, tools, route, authentication, codec);
    projectId = prepared.caller?.project.id ?? null;
    // The overloads of route() have tied this handler's parameter to this endpoint.
    const handle = handler.handle as (context: unknown) => unknown;
    const result = await handle({ ...tools, ...prepared, responseHeaders: frame.headers });
    return successParts(request, endpoint, prepared.caller?.tier, frame, result);
  };
  try {
    const turn = options.begin?.(tools, request);
    if (turn) await begin(turn);
    parts = await respond().catch((error) => {
      if (!options.readsAgain?.(tools)) throw error;
      deferred = [];
      frame = newFrame(context, options);
      return respond();
    });
  } catch (error) {
    const raised = options.isStorageFull?.(error) ? new DefinedError(storageFull, undefined, { cause: error }) : error;
    const declared = checkDeclared(raised, endpoint, authentication.errors);
    parts = codec.errorParts(errorFor(frame.client, declared), frame, endpoint.key);
  }
  frame.cost = options.cost(tools);
  frame.bookmark = await options.bookmark?.(tools);
  options.log?.(tools, { requestId: frame.requestId, projectId, endpoint: endpoint.key, status: parts.status });
  const followUp = options.followUp?.(tools);
  if (followUp) defer(followUp);
  if (deferred.length === 0) return buildResponse(request, parts, frame);
  const { body, sent } = trackSending(parts.body);
  const settled = sent.then(() => Promise.all(deferred.map((work) => settle(work, frame, endpoint))));
  context.executionCtx.waitUntil(settled);
  return buildResponse(request, { ...parts, body }, frame);
}

/** Wrong credentials are refused on unknown paths too. */
export async function handleUnknownPath<Tools extends TakesTurns, Claims extends AnyClaims>(
  context: Context,
  authentication: AnyAuthentication<Tools, Claims>,
  options: RouterOptions<Tools>,
): Promise<Response> {
  // Loading the caller may defer work, which any other request does as well.
  const tools = { ...options.open(context), fail, defer: () => undefined };
  const frame = newFrame(context, options);
  try {
    const turn = options.begin?.(tools, context.req.raw);
    if (turn) await begin(turn);
    await readBody(context.req.raw, tools);
    const claim = readTierClaim(readCredentials(context.req.raw.headers));
    if (claim) await authentication.loadCaller(await authentication.readClaims(claim, tools, {}), tools, {});
    return fail(plainError(404, options.unknownPathText(context, tools)));
  } catch (error) {
    const parts = errorParts(error, frame, "unknown path");
    options.log?.(tools, {
      requestId: frame.requestId,
      projectId: null,
      endpoint: "unknown path",
      status: parts.status,
    });
    return buildResponse(context.req.raw, parts, frame);
  }
}

async function begin(turn: NonNullable<ReturnType<NonNullable<RouterOptions<never>["begin"]>>>): Promise<void> {
  const refusal = await turn;
  if (refusal) fail(tooManyRequests, refusal);
}

/**
 * Counts the request, and does everything before the handler. A request is counted by its network before anything is read. One that
 * claims to be a project's server is counted by its project once it has proven that. Without a proof it is counted by its network,
 * since a claim would else be enough not to be counted.
 */
async function countAndPrepare<Tools extends TakesTurns, Claims extends AnyClaims>(
  context: Context,
  tools: Tools & Deferring & { fail: typeof fail },
  route: Route<Tools>,
  authentication: AnyAuthentication<Tools, Claims>,
  codec: Codec,
) {
  const { limit } = route.endpoint;
  const credentials = readCredentials(context.req.raw.headers);
  const { accessType, projectId } = credentials;
  if (!limit) {
    if (accessType === "client" && projectId && isClientWrite(route.endpoint)) {
      await authentication.limitClientWrite(tools, projectId);
    }
    return prepare(context, tools, route, authentication, { credentials, codec });
  }
  if (accessType !== "server" && accessType !== "admin") {
    await authentication.rateLimit(limit, tools);
    return prepare(context, tools, route, authentication, { credentials, codec });
  }
  let isProven = false;
  const onProof = async (caller: AnyCaller) => {
    isProven = true;
    await authentication.rateLimit(limit, tools, caller);
  };
  try {
    return await prepare(context, tools, route, authentication, { credentials, codec, onProof });
  } catch (error) {
    if (!isProven) await authentication.rateLimit(limit, tools);
    throw error;
  }
}

/** Everything before the handler, in the order of the wire: body, credentials, caller, tier, validation. */
async function prepare<Tools extends TakesTurns, Claims extends AnyClaims>(
  context: Context,
  tools: Tools & Deferring & { fail: typeof fail },
  { endpoint, handler }: Route<Tools>,
  authentication: AnyAuthentication<Tools, Claims>,
  {
    credentials,
    codec,
    onProof,
  }: { credentials: RequestCredentials; codec: Codec; onProof?: (caller: AnyCaller) => Promise<void> },
) {
  const request = await rawRequest(context, endpoint, tools);
  const { readClaim = readTierClaim } = authentication;
  const claim = readClaim(credentials, tools);
  const parse = (userId: string | undefined) => codec.parseRequest(endpoint, request, { tier: claim?.tier, userId });
  if (!claim) return { caller: null, found: {}, begun: undefined, ...parse(undefined) };

  const claims = await authentication.readClaims(claim, tools, endpoint);
  const { userId } = claims;
  // Where the endpoint requires a user, this fails without one, so that `prefetch` always has it.
  const early = attempt(() => parse(userId));
  const prefetchContext = (input: Input<EndpointSpec>): PrefetchContext<Tools, EndpointSpec, never> => ({
    ...tools,
    ...input,
    projectId: claim.projectId,
    // The overloads of route() have tied its type to this authentication.
    provenProjectId: claims.provenProjectId as never,
    userId,
  });
  const statements =
    handler.prefetch && early.ok ? await handler.prefetch(prefetchContext(early.value as Input<EndpointSpec>)) : {};
  // A request that is counted once it is proven begins nothing before.
  const project = (handler.begin || !early.ok) && !onProof ? claims.provenLately() : undefined;
  // What is wrong with its form says nothing of the project. A user would have to be read, as their own refusal comes first.
  if (!early.ok && project && !userId) rethrow(early.error);
  const change = early.ok ? credentialChangeOf(endpoint, early.value.body) : undefined;
  // A request that is counted once it is proven is not allowed before.
  const assumed = handler.write && early.ok && !onProof ? claims.assume() : undefined;
  const write = assumed && early.ok ? await writeOf(handler, { ...tools, ...early.value, caller: assumed }) : undefined;
  const begun = project && early.ok ? beginOf(handler, { ...tools, ...early.value, project }) : undefined;
  const { caller, found, results } = await authentication.loadCaller(claims, tools, statements, {
    change,
    write,
    needsLiveSession: endpoint.method !== "GET" && !endpoint.checksSession,
    refusesImpersonation: refusesImpersonation(endpoint),
    refusesRestricted: refusesRestricted(endpoint),
  });
  await onProof?.(caller);
  // A token can outlive its user: then the request has none, and `me` stands for no user.
  const parsed = userId && !caller.user ? parse(undefined) : early.ok ? early.value : rethrow(early.error);
  return { caller, found, begun, ...parsed, written: write && results && { ...write, results } };
}

/** Returns what a handler begins. A failure is the handler's to raise, of a caller who is proven. */
function beginOf<Tools>({ begin }: AnyHandler<Tools>, context: object): Promise<unknown> | undefined {
  // The overloads of route() have tied this handler's parameter to this endpoint.
  const begun = (begin as ((context: unknown) => Promise<unknown> | undefined) | undefined)?.(context);
  begun?.catch(() => {});
  return begun;
}

/** Returns what a handler writes with its caller. A refusal is the handler's to make, of a caller who is proven. */
async function writeOf<Tools>({ write }: AnyHandler<Tools>, context: object): Promise<Write | undefined> {
  try {
    // The overloads of route() have tied this handler's parameter to this endpoint.
    return await (write as ((context: unknown) => Promise<Write | undefined>) | undefined)?.(context);
  } catch {
    return undefined;
  }
}

function newFrame<Tools>(context: Context, options: RouterOptions<Tools>): ResponseFrame {
  const client = readClientVersion(context.req.raw.headers);
  return { requestId: options.newRequestId(), client, headers: new Headers() };
}

async function rawRequest(
  context: Context,
  { takesRawBody, headers }: Endpoint,
  tools: TakesTurns,
): Promise<RawRequest> {
  const { raw } = context.req;
  const { pathname, searchParams } = requestUrl(raw);
  return {
    method: raw.method,
    path: pathname,
    params: context.req.param() as Record<string, string>,
    query: Object.fromEntries(searchParams),
    // Each of them is a call into the runtime.
    headers: headers ? Object.fromEntries(raw.headers) : {},
    body: takesRawBody ? await readText(raw) : await readBody(raw, tools),
  };
}

function successParts(
  request: Request,
  endpoint: Endpoint,
  tier: Tier = "client",
  { client }: ResponseFrame,
  result: unknown,
): ResponseParts {
  if (endpoint.response === "response") return partsOf(result as Response);
  if (endpoint.response === "text") return textParts(result as string);
  // Fields that the shape of the caller's tier does not list are never sent.
  const shape = shapeFrom(generationOf(client), shapeFor(endpoint.response, tier));
  return jsonParts(request, shape.parse(result), endpoint.status ?? 200);
}

/** An error that the endpoint does not declare is a fault of ours, whatever its code. */
function checkDeclared(error: unknown, endpoint: Endpoint, authenticationErrors: readonly Failure[]): unknown {
  if (!(error instanceof KnownError || error instanceof DefinedError)) return error;
  const failure = error instanceof KnownError ? error.code : error.definition;
  const isDeclared =
    endpoint.errors?.includes(failure) ||
    failure === tooManyRequests ||
    (failure === impersonationRefused && refusesImpersonation(endpoint)) ||
    (endpoint.changesCredentials && credentialChangeErrors.some((each) => each === failure)) ||
    authenticationErrors.includes(failure) ||
    isCommonError(failure);
  if (isDeclared) return error;
  const name = typeof failure === "string" ? failure : failure.kind;
  return new Error(`${endpoint.key} does not declare ${name}`, { cause: error });
}

async function settle(work: () => Promise<unknown>, frame: ResponseFrame, endpoint: Endpoint): Promise<void> {
  try {
    await work();
  } catch (error) {
    errorParts(error, frame, `${endpoint.key}, after its response`);
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
