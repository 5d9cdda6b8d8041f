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
import type { AnyClaims, Authentication } from "../../protocol/authentication";
import type { Failing } from "../../protocol/failing";
import type { RouterOptions } from "../../protocol/handle-request";
import type { AnyCaller, Found, Statements } from "../../protocol/handler";
import type { TierClaim } from "../../protocol/request-headers";
import type { Router } from "../../protocol/router";
import { entityNotFound, invalidToken } from "./api-contract";
import { readWebhookToken } from "./token";

const configuredKey: FixedKeyId = "configured";

/** Says who has made a token, and for which project. */
export interface Maker {
  projectId: string;
  actor: Actor;
}

/** Holds what the requests of one project's webhooks have in common. */
export interface ApiTools extends Tools {
  /** The project in the path. A token is for one project, and what another one has is not found. */
  pathProjectId: string | undefined;
  /** By the token, which is checked without storage; undefined without one that is valid. */
  maker: Promise<Maker | undefined>;
}

export interface ApiClaims extends TierClaim, AnyClaims, Maker {}

/** The maker of a token, who may administer the project still. */
export interface ApiCaller extends AnyCaller {
  project: Project;
  actor: Actor;
}

export type ApiRouter = Router<ApiTools, ApiClaims, ApiCaller>;

/** Opens the tools of a request, and refuses those whose token is none of the project in their path. */
export const apiOptions: Pick<RouterOptions<ApiTools>, "open" | "begin"> = {
  open({ env, req }) {
    const tools = openRequestTools(env, req.raw);
    const pathProjectId = req.param("project_id");
    const maker = readMaker(tools, req.raw.headers);
    return { ...(pathProjectId === undefined ? tools : inProject(tools, pathProjectId)), pathProjectId, maker };
  },

  async begin(tools) {
    const { turn, pathProjectId, fail } = tools;
    const maker = await tools.maker;
    const refusal = await turn.begin(async () => maker !== undefined, maker?.projectId);
    if (refusal) return refusal;
    if (!maker) return fail(invalidToken);
    return pathProjectId === undefined || pathProjectId === maker.projectId ? undefined : fail(entityNotFound);
  },
};

async function readMaker({ settings, sender }: Tools, headers: Headers): Promise<Maker | undefined> {
  const [, bearer] = /^Bearer ([^\s]+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const token = bearer === undefined ? undefined : await readWebhookToken(settings, bearer);
  return token && { projectId: token.projectId, actor: actorFrom(sender, token.actor) };
}

type ApiErrors = typeof invalidToken | typeof entityNotFound;

/** Authenticates by a token of `POST /webhooks/svix-token`, and by what its maker administers the project by. */
export const apiAuthentication: Authentication<ApiTools, ApiClaims, ApiCaller, ApiErrors> = {
  errors: [invalidToken, entityNotFound],

  // No endpoint has a limit, and no client sends these requests.
  rateLimit: async () => {},
  limitClientWrite: async () => {},

  // The types of events are no project's, so that nothing is looked up for them.
  readClaim: (credentials, { pathProjectId }) =>
    pathProjectId === undefined ? null : { tier: "admin", projectId: pathProjectId, credentials },

  async readClaims(claim, tools) {
    const maker = (await tools.maker) ?? tools.fail(invalidToken);
    await requireOwnerApart(tools, maker);
    const none = () => undefined;
    // The token is proven, so that a request is refused for its form before anything is read.
    return {
      ...claim,
      ...maker,
      userId: undefined,
      provenProjectId: maker.projectId,
      assume: none,
      provenLately: () => true,
    };
  },

  async loadCaller({ projectId, actor }, tools, statements) {
    const { project, found } = await readWithProject(tools, { projectId, actor }, statements);
    return { caller: { tier: "admin", project, user: null, actor }, found };
  },
};

/**
 * Sends reads together with that of the project, which may have been deleted since the token was made. It also reads what the token's
 * maker administers the project by, because that may have ended.
 */
export async function readWithProject<S extends Statements>(
  { db, firstDb, settings, trace, fail }: Tools & Failing<ApiErrors>,
  { projectId, actor }: Maker,
  statements: S,
): Promise<{ project: Project; found: Found<S> }> {
  const now = Date.now();
  const maker = selectMaker({ db, firstDb }, { projectId, actor, now });
  const own = { ...maker.ofProject, project: selectProject(db, { projectId }) };
  const [found, { project, ...ofProject }, ofOwner] = await batchesByName(
    { db, statements },
    { db, statements: own },
    { db: firstDb, statements: maker.ofOwner },
  );
  const [row] = project;
  if (!row) return fail(entityNotFound);
  if (!isStillMaker({ ...ofProject, ...ofOwner }, actor, now)) return fail(invalidToken);
  return { project: readProject(row, { settings, trace }), found: found as Found<S> };
}

/**
 * Checks the owner who has made a token, where their database is not that of the project. No statement in the project's database could tell
 * that they administer it no longer.
 */
async function requireOwnerApart(
  { db, firstDb, fail }: Tools & Failing<typeof invalidToken>,
  { projectId, actor }: Maker,
): Promise<void> {
  if (db === firstDb || actor.type !== "owner") return;
  const now = Date.now();
  const { ofOwner } = selectMaker({ db, firstDb }, { projectId, actor, now });
  if (!isStillMaker(await batchByName(firstDb, ofOwner), actor, now)) fail(invalidToken);
}

/** The key set or the owner by which a token was made, as they are now. A key of the settings is no row. */
function selectMaker(
  { db, firstDb }: Pick<Tools, "db" | "firstDb">,
  { projectId, actor: { type, id, sessionId }, now }: Maker & { now: number },
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
  { type, id }: Actor,
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
export function ifStillMaker(
  { db, firstDb }: Pick<Tools, "db" | "firstDb">,
  { projectId, actor: { type, id, sessionId } }: Maker,
): Condition {
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
