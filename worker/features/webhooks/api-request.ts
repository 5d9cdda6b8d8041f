import type { Context } from "hono";
import type * as z from "zod";
import { type Actor, actorFrom } from "../../db/audit/actor";
import { type Project, readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { batchByName, type Results } from "../../platform/database";
import { openRequestTools, type Tools } from "../../platform/tools";
import { readBody } from "../../protocol/request-body";
import { ApiError, notFound, unauthorized } from "./api-error";
import { readWebhookToken } from "./token";

/** What a Hono context has: the tools, once the request's token has been checked. */
export interface ApiEnv {
  Bindings: Env;
  Variables: { opened?: ApiRequest };
}

/** What the requests of one project's webhooks have in common. */
export interface ApiRequest extends Tools {
  projectId: string;
  actor: Actor;
}

/**
 * Checks the token of a request, which needs no storage. It is for one project: what another one has is not found.
 *
 * @throws {ApiError}
 */
export async function openApiRequest(context: Context<ApiEnv>): Promise<ApiRequest> {
  const tools = openRequestTools(context.env, context.req.raw);
  const [, bearer] = /^Bearer ([^\s]+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
  const token = bearer === undefined ? undefined : await readWebhookToken(tools.settings, bearer);
  if (!token) throw unauthorized;
  const projectId = context.req.param("project");
  if (projectId !== undefined && projectId !== token.projectId) throw notFound;
  const opened = { ...tools, projectId: token.projectId, actor: actorFrom(tools.sender, token.actor) };
  context.set("opened", opened);
  return opened;
}

/** Sends reads in one batch with that of the project, which may have been deleted since the token was made. @throws {ApiError} */
export async function readWithProject<S extends Record<string, PromiseLike<unknown> | undefined>>(
  { db, settings, projectId }: ApiRequest,
  statements: S,
): Promise<{ project: Project; found: Results<S> }> {
  const results = await batchByName(db, { ...statements, project: selectProject(db, { projectId }) });
  const [row] = (results as { project: Parameters<typeof readProject>[0][] }).project;
  if (!row) throw notFound;
  return { project: readProject(row, settings), found: results as unknown as Results<S> };
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
  const detail = parsed.error.issues.map(({ path, message }) => ({
    loc: [part, ...path.map(String)],
    msg: message,
    type: "value_error" as const,
  }));
  throw new ApiError(422, { detail });
}
