import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { LOCAL_INTERNAL_KEYS } from "../scripts/dev/local-secrets";
import { REPOSITORY } from "../scripts/platform/wrangler";
import { applyMigrations } from "../scripts/testing/built-worker";
import { indexUsers } from "../worker/db/users/search/search-index";
import type { Database } from "../worker/platform/database";
import { addedUsers, idOf, ordinalOf, rangesUpTo } from "./gatehouse-users";
import { type BenchRequest, send } from "./measure";
import { addressOf, numbersUpTo, password, type Subject, spread } from "./subject";

/** Holds what `prepare` has made, for the requests of every later start. */
interface Project {
  id: string;
  publishableClientKey: string;
  secretServerKey: string;
  superSecretAdminKey: string;
}

const callbackUrl = "http://localhost:5173/handler/x";

/** Gatehouse as a deployment has it, with rate limits off, as one machine is one address, and counts in its responses. */
export const gatehouse = gatehouseIn("gatehouse", REPOSITORY);

/** The same of another checkout. Users are seeded in the schema of this one. */
export function gatehouseIn(name: string, folder: string): Subject {
  let project: Project | undefined;
  return {
    source: {
      name,
      folder,
      vars: {
        ...LOCAL_INTERNAL_KEYS,
        SERVER_SECRET: "a secret of the bench, of more than 32 characters",
        SMTP_URL: "smtp://127.0.0.1:1",
        MAIL_FROM: "noreply@gatehouse.localhost",
        RATE_LIMITS: "off",
        TRACE: "1",
      },
    },

    async prepare({ port, miniflare }) {
      await applyMigrations(await miniflare.getD1Database("DB"), folder);
      const newest = await createProject(port, "owner@example.com");
      project = newest;
      const { id } = newest;
      const asClient = headersOf("client", id, project.publishableClientKey);
      const user = { email: "ada@example.com", password, verification_callback_url: callbackUrl };
      const { user_id: userId } = await requestJson(port, "/auth/password/sign-up", user, asClient);
      const asServer = headersOf("server", id, project.secretServerKey);
      for (let team = 1; team <= 10; team++) {
        await requestJson(port, "/teams", { display_name: `Team ${team}`, creator_user_id: userId }, asServer, 201);
      }
    },

    seed(users) {
      if (!project) throw new Error("Users are added to the project that `prepare` makes");
      const { id } = project;
      // A million users are more than the quota of a project. The task that sets it by the environment does not run here.
      const quota = "UPDATE storage_quota SET max_bytes = 1e12, max_rows = 1e9";
      const added = rangesUpTo(users).flatMap(([first, last]) => [
        ...addedUsers(id, first, last),
        `${numbersUpTo(first, last)} INSERT INTO passwords (project_id, user_id, hash)
       SELECT '${id}', ${idOf("n")}, (SELECT hash FROM passwords WHERE project_id = '${id}' LIMIT 1) FROM numbers`,
        indexOf(sql.raw(`ordinal BETWEEN ${ordinalOf(first)} AND ${ordinalOf(last)}`)),
      ]);
      return [quota, ...added];
    },

    async requests({ port }, users) {
      if (!project) throw new Error("Requests are made to the project that `prepare` makes");
      const asClient = headersOf("client", project.id, project.publishableClientKey);
      const asServer = headersOf("server", project.id, project.secretServerKey);
      const signIn = (email: string) => requestJson(port, "/auth/password/sign-in", { email, password }, asClient);
      const { access_token, refresh_token, user_id } = await signIn("ada@example.com");
      const asUser = { ...asClient, "x-stack-access-token": access_token, "x-stack-refresh-token": refresh_token };
      const get =
        (url: string, headers: Record<string, string>, status = 200) =>
        (): BenchRequest => ({
          method: "GET",
          path: `/api/v1${url}`,
          headers,
          status,
        });
      const teamId = await firstTeam(port, asUser);
      const permission = `/team-permissions?team_id=${teamId}&user_id=${user_id}&permission_id=team_admin&recursive=true`;
      const next = spread(users);
      return {
        health: () => ({ method: "GET", path: "/health", headers: {}, status: 200 }),
        me: get("/users/me", asUser),
        refresh: () => post("/auth/sessions/current/refresh", undefined, asUser),
        signIn: () => post("/auth/password/sign-in", { email: addressOf(next()), password }, asClient),
        teams: get("/teams?user_id=me", asUser),
        permission: get(permission, asServer),
        list: get("/users?limit=100", asServer),
        search: () => get(`/users?limit=100&query=user${next()}`, asServer)(),
        refused: get("/users", { ...asServer, "x-stack-secret-server-key": "ssk_wrong" }, 401),
        stranger: get("/users/me", {}, 400),
        invalid: () => post("/auth/password/sign-in", { email: 5 }, asClient, 400),
      };
    },
  };
}

/** Makes a project with keys, of an owner who signs up for it. */
export async function createProject(port: number, email: string): Promise<Project> {
  const internal = headersOf("client", "internal", LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY);
  const owner = { email, password, verification_callback_url: callbackUrl };
  const { access_token: ownerToken } = await requestJson(port, "/auth/password/sign-up", owner, internal);
  const asOwner = { ...internal, "x-stack-access-token": ownerToken };
  const ownerTeamId = await firstTeam(port, asOwner);
  const { id } = await requestJson(
    port,
    "/internal/projects",
    { display_name: "Bench", owner_team_id: ownerTeamId },
    asOwner,
    201,
  );
  const asAdmin = { ...headersOf("admin", id, ""), "x-stack-admin-access-token": ownerToken };
  const keySet = {
    description: "Bench",
    expires_at_millis: Date.now() + 1e9,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  };
  const keys = await requestJson(port, "/internal/api-keys", keySet, asAdmin);
  return {
    id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
  };
}

/** The id of a team of the signed-in user. */
async function firstTeam(port: number, headers: Record<string, string>): Promise<string> {
  const { body } = await send(port, { method: "GET", path: "/api/v1/teams?user_id=me", headers, status: 200 });
  const [team] = (JSON.parse(body) as { items: { id: string }[] }).items;
  if (!team) throw new Error("The user has no team");
  return team.id;
}

/** The fields of responses that a later request needs. */
type CallResponse = Record<
  | "access_token"
  | "refresh_token"
  | "user_id"
  | "id"
  | "publishable_client_key"
  | "secret_server_key"
  | "super_secret_admin_key"
  | "token",
  string
>;

/** The statement of the product that writes the search index, with its values in place. */
function indexOf(which: SQL): string {
  const db = drizzle({} as D1Database, { casing: "snake_case" }) as unknown as Database;
  const statement = indexUsers(db, which) as unknown as { toSQL(): { sql: string; params: unknown[] } };
  const { sql: text, params } = statement.toSQL();
  const values = params.values();
  return text.replace(/\?/g, () => literalOf(values.next().value));
}

/** A value of a statement as SQL. */
function literalOf(value: unknown): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

export function headersOf(tier: "client" | "server" | "admin", projectId: string, key: string): Record<string, string> {
  const names = {
    client: "x-stack-publishable-client-key",
    server: "x-stack-secret-server-key",
    admin: "x-stack-super-secret-admin-key",
  };
  return { "x-stack-access-type": tier, "x-stack-project-id": projectId, ...(key && { [names[tier]]: key }) };
}

export function post(url: string, body: unknown, headers: Record<string, string>, status = 200): BenchRequest {
  return {
    method: "POST",
    path: `/api/v1${url}`,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body ?? {}),
    status,
  };
}

export async function requestJson(
  port: number,
  url: string,
  body: unknown,
  headers: Record<string, string>,
  status = 200,
) {
  return JSON.parse((await send(port, post(url, body, headers, status))).body) as CallResponse;
}
