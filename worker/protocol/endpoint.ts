import type * as z from "zod";
import type { CredentialChange, CredentialChangeError } from "./credential-changes";
import type { tooManyRequests } from "./error-definitions";
import type { Failure } from "./failing";
import { allTiers, type ByTier, type Tier } from "./tiers";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type EndpointKey = `${Method} /${string}`;

/** A shape of a request part or a response: the same for all tiers, or one per tier. */
export type Shape = z.ZodType | ByTier<z.ZodType>;

/** Says what handlers see of a shape: the highest tier's fields, because each lower tier sends or receives a part of them. */
type Widest<S> = S extends ByTier<infer W> ? W : S;
export type Parsed<S> = [S] extends [undefined] ? undefined : Widest<S> extends z.ZodType ? z.output<Widest<S>> : never;
export type ResponseFor<S> = S extends "text"
  ? string
  : S extends "response"
    ? Response
    : Widest<S> extends z.ZodType
      ? z.input<Widest<S>>
      : never;

/**
 * The tiers that may use an endpoint, or `public` for those without one, such as the key set or the token exchange. `webhooks` is for
 * tokens that administer a project's webhooks, which have a router of their own.
 */
export type Access = readonly [Tier, ...Tier[]] | "public" | "webhooks";

export const clientOrHigher = allTiers;
export const serverOrHigher = ["server", "admin"] as const;
export const adminOnly = ["admin"] as const;

/** Says what requests from one address are counted as, where they are limited. */
export type RateLimitName = "sign-in" | "refresh" | "mail" | "rendering";

/**
 * Names what each project has a share of: processor time for costly hashes, emails rendered as previews, and emails by the instance's own
 * server.
 */
export type ShareName = "hash_seconds" | "renderings" | "emails";

/** Says what a project may have of each in a window of time. */
export type Shares = Readonly<Record<ShareName, number>>;

export interface EndpointSpec {
  /** One line, shown in the API reference. */
  summary: string;
  description?: string;
  /** `public` endpoints need no tier, but still refuse credentials that are wrong. */
  access: Access;
  /** Refuse requests without a signed-in user as a schema error on `auth.user`. */
  requiresUser?: boolean;
  /** Require more than a valid access token, because the request changes how a user signs in. */
  changesCredentials?: CredentialChange;
  /**
   * Leave a session that has ended to the handler, which has an error of its own for it. Everywhere else an access token writes
   * only while its session lives, though it is valid for minutes more.
   */
  checksSession?: true;
  /**
   * Take this write from a session that impersonates its user. The request only reads, acts by what the request proves instead of the
   * token, or is about how the user is shown. Clients are refused all other writes, since what they change outlasts the session.
   */
  takesImpersonation?: true;
  /**
   * Take the access token of an owner, who is a user of the internal project, at admin tier of any project. The caller is
   * then that owner and no user of the project. It needs `changesCredentials`, by which the owner's session is checked.
   */
  acceptsOwner?: true;
  /**
   * Refuse too many requests from one address before anything is looked up: 429 with `Retry-After`. What clients write by an endpoint
   * without one is counted for their address and the project.
   */
  limit?: RateLimitName;
  /**
   * A request may take of these shares of its project. Once one is used up, what takes of it gets 429 with `Retry-After`, and nothing
   * else does.
   */
  shares?: readonly ShareName[];
  params?: z.ZodType;
  query?: Shape;
  /** A list of shapes makes overloads: the first one that fits the request is taken. */
  body?: Shape | readonly Shape[];
  headers?: z.ZodType;
  /** The body is the text as it was sent, whatever its content type: for a signature over it. */
  takesRawBody?: true;
  /**
   * Let any replica of the database serve what clients read here, however far it is behind. They read nothing that they themselves have
   * written, and nothing that decides what they may do. A refusal is confirmed by the primary.
   */
  readsAnywhere?: true;
  /** `text` is sent as plain text; `response` is a handler's own Response (redirects, pages, cached documents). */
  response: Shape | "text" | "response";
  /** HEAD, which elsewhere is handled as GET without a body (RFC 9110 section 9.3.2), is refused, because this GET begins or ends a flow. */
  refusesHead?: true;
  /** 200 when absent. */
  status?: 200 | 201 | 202;
  /** Lists what its handler raises: known errors by their codes, others by their definitions. Anything else becomes a 500. */
  errors?: readonly Failure[];
}

export type Endpoint<Key extends EndpointKey = EndpointKey, Spec extends EndpointSpec = EndpointSpec> = Spec & {
  key: Key;
  method: Method;
  path: string;
};

type BodyShapeOf<Spec> = Spec extends { body: infer B } ? (B extends readonly (infer Each)[] ? Each : B) : undefined;

export type BodyOf<Spec> = Parsed<BodyShapeOf<Spec>>;
export type QueryOf<Spec> = Parsed<Spec extends { query: infer Q } ? Q : undefined>;
export type ParamsOf<Spec> = Parsed<Spec extends { params: infer P } ? P : undefined>;
export type HeadersOf<Spec> = Parsed<Spec extends { headers: infer H } ? H : undefined>;
export type ResponseOf<Spec extends EndpointSpec> = ResponseFor<Spec["response"]>;
export type RequiresUser<Spec> = Spec extends { requiresUser: true } ? true : false;

/**
 * Tells whether requests of clients are counted as their writes: they are where clients write and there is no limit of
 * its own. Only signing out is never refused for it.
 */
export function isClientWrite({ method, access, limit, checksSession }: Endpoint): boolean {
  return method !== "GET" && access.includes("client") && !limit && !checksSession;
}

/** Tells whether clients whose user is kept from full use are refused: where the endpoint declares so. */
export function refusesRestricted({ errors }: Pick<EndpointSpec, "errors">): boolean {
  return errors?.includes("RESTRICTED_USER_NOT_ALLOWED") ?? false;
}

/** Names what an endpoint declares to fail with. */
export type ErrorsOf<Spec extends EndpointSpec> =
  | (Spec extends { errors: readonly (infer Each)[] } ? Extract<Each, Failure> : never)
  | (Spec extends { changesCredentials: CredentialChange } ? CredentialChangeError : never)
  | (Spec extends { limit: RateLimitName } ? typeof tooManyRequests : never);

/**
 * Declares an endpoint. Its key (method and path below `/api/v1`) is its identity: route, test and OpenAPI operation.
 *
 * @example
 * export const readTeam = endpoint("GET /teams/{team_id}", {
 *   summary: "Read a team",
 *   access: clientOrHigher,
 *   params: z.strictObject({ team_id: uuid }),
 *   response: tiers({ client: Team, server: ServerTeam }),
 *   errors: ["TEAM_NOT_FOUND"],
 * });
 */
export function endpoint<const Key extends EndpointKey, const Spec extends EndpointSpec>(
  key: Key,
  spec: Spec,
): Endpoint<Key, Spec> {
  const space = key.indexOf(" ");
  return { ...spec, key, method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
