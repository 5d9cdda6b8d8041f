// Measures how many rows `GET /internal/metrics` reads, and how long it takes, in a project with many users from many countries.
// `npm run bench:metrics -- [users]` starts the product on data of its own, with a million users by default.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApi } from "../scripts/dev/api";
import { readLocalSecrets } from "../scripts/dev/local-secrets";
import { applyMigrations } from "../scripts/dev/migrations";
import { runWrangler } from "../scripts/platform/wrangler";
import { runScript } from "../scripts/run-script";
import { findFreePorts } from "../scripts/testing/free-ports";

const requests = 50;
const usersPerStatement = 50_000;

await runScript(async () => {
  const users = Number(process.argv[2] ?? 1_000_000);
  const dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-bench-"));
  const [port = 0] = await findFreePorts(1);
  const secrets = await readLocalSecrets(path.join(dataDir, ".dev.vars"));
  await applyMigrations(dataDir);
  const inserted = performance.now();
  const file = path.join(dataDir, "users.sql");
  await writeFile(file, insertUsers(users));
  await runWrangler(["d1", "execute", "DB", "--local", "--persist-to", dataDir, "--file", file, "--yes"]);
  console.log(`${users} users inserted in ${((performance.now() - inserted) / 1000).toFixed(1)} s`);
  const vars = {
    ...secrets,
    API_URL: `http://localhost:${port}`,
    WEB_URL: "http://localhost:5173",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "noreply@gatehouse.localhost",
    RATE_LIMITS: "off",
    TRACE: "1",
  };
  const api = await startApi({ port, dataDir, vars });
  try {
    for (const anonymous of [false, true]) {
      const times: number[] = [];
      let cost = "";
      let total = 0;
      for (let count = 0; count < requests; count++) {
        const start = performance.now();
        const response = await fetch(
          `http://127.0.0.1:${port}/api/v1/internal/metrics?include_anonymous=${anonymous}`,
          {
            headers: {
              "x-stack-project-id": "internal",
              "x-stack-access-type": "admin",
              "x-stack-super-secret-admin-key": secrets.INTERNAL_SUPER_SECRET_ADMIN_KEY,
            },
          },
        );
        if (response.status !== 200) throw new Error(`responded with ${response.status}: ${await response.text()}`);
        ({ total_users: total } = (await response.json()) as { total_users: number });
        times.push(performance.now() - start);
        cost = response.headers.get("server-timing") ?? "";
      }
      const median = times.toSorted((a, b) => a - b)[requests / 2] ?? Number.NaN;
      console.log(`include_anonymous=${anonymous}: ${total} users, median ${median.toFixed(1)} ms, ${cost}`);
    }
  } finally {
    await api.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Users who signed up every half a minute up to now, a tenth of them anonymous, active lately, and from 676 countries. */
function insertUsers(users: number): string {
  const now = Date.now();
  const statements: string[] = [];
  for (let first = 1; first <= users; first += usersPerStatement) {
    const last = Math.min(first + usersPerStatement - 1, users);
    statements.push(
      `WITH RECURSIVE numbers(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
       INSERT INTO users (project_id, id, ordinal, is_anonymous, signed_up_at, last_active_at, has_password)
       SELECT 'internal', 'user-' || n, n, n % 10 = 0, ${now} - (${users} - n) * 30000, ${now} - (${users} - n) * 30000, n % 2 FROM numbers;`,
      `UPDATE users SET last_active_at = ${now} - ordinal * 7919 % 3456000000,
         last_active_day = (${now} - ordinal * 7919 % 3456000000) / 86400000,
         last_country = char(65 + ordinal % 26, 65 + ordinal / 26 % 26)
       WHERE ordinal BETWEEN ${first} AND ${last};`,
    );
  }
  return statements.join("\n");
}
