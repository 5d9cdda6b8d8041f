import path from "node:path";
import { type BenchRequest, send } from "./measure";
import { addressOf, numbersUpTo, password, type Subject, spread } from "./subject";
import { BENCH } from "./workerd";

const origin = "http://localhost:8787";
const json = { "content-type": "application/json", origin };

const post = (url: string, body: unknown, status = 200, headers = {}): BenchRequest => ({
  method: "POST",
  path: `/api/auth${url}`,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
  status,
});

/** The peer, on the same database, with the plugins that the compared requests need and defaults for everything else. */
export const betterAuth: Subject = {
  source: {
    name: "better-auth",
    folder: path.join(BENCH, "workers/better-auth"),
    vars: { BASE_URL: origin, SECRET: "a secret of the bench, of more than 32 characters" },
  },

  async prepare({ port, miniflare }) {
    await send(port, { method: "GET", path: "/bench/migrate", headers: {}, status: 200 });
    await send(port, post("/sign-up/email", { name: "Ada Lovelace", email: "ada@example.com", password }));
    const db = await miniflare.getD1Database("DB");
    await db.prepare("update user set role = 'admin'").run();
    const { authorization } = await signIn(port, "ada@example.com");
    for (let team = 1; team <= 10; team++) {
      await send(
        port,
        post("/organization/create", { name: `Team ${team}`, slug: `team-${team}` }, 200, { authorization }),
      );
    }
  },

  seed(users) {
    const now = Date.now();
    return [
      `${numbersUpTo(1, users)} INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
       SELECT 'user-' || n, 'Person ' || n, 'user' || n || '@example.com', 1, ${now} - n * 1000, ${now} FROM numbers`,
      `${numbersUpTo(1, users)} INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
       SELECT 'account-' || n, 'user-' || n, 'credential', 'user-' || n, (SELECT password FROM account LIMIT 1), ${now}, ${now}
       FROM numbers`,
    ];
  },

  async requests({ port }, users) {
    const headers = { ...json, ...(await signIn(port, "ada@example.com")) };
    const get = (url: string) => () => ({ method: "GET" as const, path: `/api/auth${url}`, headers, status: 200 });
    const next = spread(users);
    const organizations = await send(port, get("/organization/list")());
    const [{ id: organizationId }] = JSON.parse(organizations.body) as [{ id: string }];
    return {
      health: get("/ok"),
      me: get("/get-session"),
      signIn: () => post("/sign-in/email", { email: addressOf(next()), password }),
      teams: get("/organization/list"),
      permission: () =>
        post("/organization/has-permission", { organizationId, permissions: { member: ["create"] } }, 200, headers),
      list: get("/admin/list-users?limit=100"),
      search: () => get(`/admin/list-users?limit=100&searchField=email&searchValue=user${next()}`)(),
      refused: () => ({ method: "GET", path: "/api/auth/admin/list-users", headers: json, status: 401 }),
      invalid: () => post("/sign-in/email", { email: 5 }, 400),
    };
  },
};

async function signIn(port: number, email: string): Promise<{ authorization: string }> {
  const { headers } = await send(port, post("/sign-in/email", { email, password }));
  return { authorization: `Bearer ${headers["set-auth-token"]}` };
}
