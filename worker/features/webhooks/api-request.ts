import type { Context } from "hono";
import type * as z from "zod";
import { type Actor, actorFrom, type FixedKeyId } from "../../db/audit/actor";
import { projectIdOfOwner, selectOwner } from "../../db/memberships/queries";
import { selectUsableKeySet } from "../../db/projects/internal-keys/queries";
import { type Project, readProject } from "../../db/projects/project";
import { selectProject, selectProjectId } from "../../db/projects/queries";
import { ifSessionLives, selectOwnSession } from "../../db/sessions/queries";
import {
  allOf,
  batchByName,
  batchesByName,
  type Condition,
  ifFound,
  never,
  type Results,
} from "../../platform/database";
import { inProject, openRequestTools, type Tools } from "../../platform/tools";
import { storageFull } from "../../protocol/common-errors";
import { readBody } from "../../protocol/request-body";
import { notServed } from "./api-shapes";
import { readWebhookToken } from "./token";

const configuredKey: FixedKeyId = "configured";

/** Holds what a Hono context has: the tools, once the request's token has been checked. */
export interface ApiEnv {
  Bindings: Env;
  Variables: { opened?: ApiRequest };
}

/** Says who has made a token. */
type Maker = Pick<Actor, "type" | "id" | "sessionId">;

/** Holds what the requests of one project's webhooks have in common. */
export interface ApiRequest extends Tools {
  projectId: string;
  actor: Actor;
}

/**
 * Checks the token of a request. The token itself is checked without storage. What is read with it is returned once `readWithProject` has
 * found that its maker may administer the project still. The token is for one project, and what another one has is not found.
 *
 * @throws {ApiError}
 */
export async function openApiRequest(context: Context<ApiEnv>): Promise<ApiRequest> {
  const request = openRequestTools(context.env, context.req.raw);
  const [, bearer] = /^Bearer ([^\s]+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
  const token = bearer === undefined ? undefined : await readWebhookToken(request.settings, bearer);
  const refusal = await request.turn.begin(async () => token !== undefined, token?.projectId);
  if (refusal) throw tooManyRequests(refusal);
  const projectId = context.req.param("project");
  if (!token) throw unauthorized;
  if (projectId !== undefined && projectId !== token.projectId) throw notFound;
  const tools = inProject(request, token.projectId);
  await requireOwnerApart(tools, token);
  const opened = { ...tools, projectId: token.projectId, actor: actorFrom(tools.sender, token.actor) };
  context.set("opened", opened);
  return opened;
}

/**
 * Sends reads together with that of the project, which may have been deleted since the token was made. It also reads what the token's maker
 * administers the project by, because that may have ended.
 *
 * @throws {ApiError}
 */
export async function readWithProject<S extends Record<string, PromiseLike<unknown> | undefined>>(
  { db, firstDb, settings, trace, projectId, actor }: ApiRequest,
  statements: S,
): Promise<{ project: Project; found: Results<S> }> {
  const now = Date.now();
  const maker = selectMaker({ db, firstDb }, { projectId, actor, now });
  const own = { ...maker.ofProject, project: selectProject(db, { projectId }) };
  const [found, { project, ...ofProject }, ofOwner] = await batchesByName(
    { db, statements },
    { db, statements: own },
    { db: firstDb, statements: maker.ofOwner },
  );
  const [row] = project;
  if (!row) throw notFound;
  if (!isStillMaker({ ...ofProject, ...ofOwner }, actor, now)) throw unauthorized;
  return { project: readProject(row, { settings, trace }), found };
}

/**
 * Checks the owner who has made a token, where their database is not that of the project. No statement in the project's database could tell
 * that they administer it no longer.
 */
async function requireOwnerApart(
  { db, firstDb }: Pick<Tools, "db" | "firstDb">,
  { projectId, actor }: { projectId: string; actor: Maker },
): Promise<void> {
  if (db === firstDb || actor.type !== "owner") return;
  const now = Date.now();
  const { ofOwner } = selectMaker({ db, firstDb }, { projectId, actor, now });
  if (!isStillMaker(await batchByName(firstDb, ofOwner), actor, now)) throw unauthorized;
}

/** The key set or the owner by which a token was made, as they are now. A key of the settings is no row. */
function selectMaker(
  { db, firstDb }: Pick<Tools, "db" | "firstDb">,
  { projectId, actor: { type, id, sessionId }, now }: { projectId: string; actor: Maker; now: number },
) {
  const isKeySet = type === "key" && id !== null && id !== configuredKey;
  const ofProject = isKeySet ? { makerKeySet: selectUsableKeySet(db, { projectId, id, now }) } : {};
  const isOwner = type === "owner" && id !== null && sessionId !== null;
  const ofOwner = isOwner
    ? {
        makerOwner: selectOwner(firstDb, { projectId, userId: id }),
        makerSession: selectOwnSession(firstDb, { projectId: "internal", userId: id, sessionId }),
      }
    : {};
  return { ofProject, ofOwner };
}

type MakerReads = ReturnType<typeof selectMaker>;

function isStillMaker(
  {
    makerKeySet,
    makerOwner,
    makerSession,
  }: Partial<Results<Required<MakerReads["ofProject"] & MakerReads["ofOwner"]>>>,
  { type, id }: Maker,
  now: number,
): boolean {
  if (type === "key") return id === configuredKey || Boolean(makerKeySet?.length);
  if (type !== "owner") return false;
  const [[owner], [session]] = [makerOwner ?? [], makerSession ?? []];
  return Boolean(owner?.teamId) && session !== undefined && session.expiresAt > now;
}

/**
 * Holds while the project is there and the maker of the token administers it, as `readWithProject` checks by what it reads. Of an
 * owner whose database is another one, a statement knows what was read a moment ago.
 */
export function ifStillMaker({ db, firstDb, projectId, actor: { type, id, sessionId } }: ApiRequest): Condition {
  const now = Date.now();
  if (type === "key" && id === configuredKey) return ifFound(selectProjectId(db, { projectId }));
  if (type === "key" && id !== null) return ifFound(selectUsableKeySet(db, { projectId, id, now }));
  if (type !== "owner" || id === null || sessionId === null) return never;
  if (db !== firstDb) return ifFound(selectProjectId(db, { projectId }));
  return allOf(
    ifFound(projectIdOfOwner(db, { projectId, userId: id })),
    ifSessionLives(db, { projectId: "internal", userId: id, sessionId, now }),
  );
}

/** The query of a request. @throws {ApiError} */
export function queryOf<Shape extends z.ZodType>(context: Context, shape: Shape): z.output<Shape> {
  return parse("query", shape, context.req.query());
}

/** The JSON of a request; an empty object where there is none. @throws {ApiError} */
export async function bodyOf<Shape extends z.ZodType>(context: Context, shape: Shape): Promise<z.output<Shape>> {
  let body: unknown;
  try {
    body = await readBody(context.req.raw);
  } catch (cause) {
    throw new ApiError(400, { code: "invalid_body", detail: "The body is no JSON of at most 2 MiB" }, { cause });
  }
  return parse("body", shape, body ?? {});
}

function parse<Shape extends z.ZodType>(part: string, shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.flatMap((issue) => {
    const wrong = (path: readonly PropertyKey[], msg: string) => ({
      loc: [part, ...path.map(String)],
      msg,
      type: "value_error" as const,
    });
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => wrong([...issue.path, key], notServed))
      : [wrong(issue.path, issue.message)];
  });
  throw new ApiError(422, { detail });
}

/** The body of an error of Svix' API: of 422 a list of what is wrong with the request. */
type ErrorBody =
  | { code: string; detail: string }
  | { detail: { loc: readonly string[]; msg: string; type: "value_error" }[] };

/** An error that is sent in the form of Svix' API. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: 400 | 401 | 404 | 409 | 413 | 422 | 429,
    readonly body: ErrorBody,
    options?: ErrorOptions,
    readonly headers: Record<string, string> = {},
  ) {
    super(`Webhooks: ${status}`, options);
  }
}

const unauthorized = new ApiError(401, { code: "authentication_failed", detail: "Invalid token" });

/** Also for what belongs to another project. */
export const notFound = new ApiError(404, { code: "not_found", detail: "Entity not found" });

/** The project may store no more. */
export const storageUsedUp = new ApiError(413, { code: "storage_full", detail: storageFull.text });

/** There were more requests than may be made in a time. */
export function tooManyRequests({ retryAfterMillis }: { retryAfterMillis: number }): ApiError {
  const headers = { "Retry-After": String(Math.ceil(retryAfterMillis / 1000)) };
  return new ApiError(429, { code: "rate_limited", detail: "Too many requests. Try again later." }, {}, headers);
}

/** A refusal of one field. */
export function invalidField(name: string, msg: string, part: "body" | "query" = "body"): ApiError {
  return new ApiError(422, { detail: [{ loc: [part, name], msg, type: "value_error" }] });
}
