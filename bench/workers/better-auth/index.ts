import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, bearer, organization } from "better-auth/plugins";
import { type Counts, countedDatabase, serverTiming } from "../counted-database";

interface Bindings {
  DB: D1Database;
  BASE_URL: string;
  SECRET: string;
}

const counts: Counts = { d1: 0, rowsRead: 0, rowsWritten: 0 };
let auth: ReturnType<typeof newAuth> | undefined;

/** The peer, made once in the life of an isolate as its documentation has it, with what the compared requests need. */
function newAuth({ DB, BASE_URL, SECRET }: Bindings) {
  return betterAuth({
    database: countedDatabase(DB, counts),
    baseURL: BASE_URL,
    secret: SECRET,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [bearer(), admin(), organization()],
  });
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    if (new URL(request.url).pathname === "/bench/migrate") {
      // Migrations read the schema by pragmas, to which only the binding itself responds.
      const { runMigrations } = await getMigrations({ ...newAuth(env).options, database: env.DB });
      await runMigrations();
      // An instance keeps what it has found of the schema.
      auth = undefined;
      return new Response("migrated");
    }
    auth ??= newAuth(env);
    const before = { ...counts };
    const response = await auth.handler(request);
    const headers = new Headers(response.headers);
    headers.set("server-timing", serverTiming(before, counts));
    return new Response(response.body, { status: response.status, headers });
  },
} satisfies ExportedHandler<Bindings>;
