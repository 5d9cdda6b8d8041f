// This checkout beside another one, such as that of an older commit, for what has become slower in between.
// `npm run bench:beside -- FOLDER` prints a table in three minutes. The other checkout has been built: `npm ci && npm run build`.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { REPOSITORY } from "../scripts/platform/wrangler";
import { runScript } from "../scripts/run-script";
import { gatehouseIn } from "./gatehouse";
import { endConnections, send } from "./measure";
import { measureSideBySide } from "./side-by-side";
import { addressOf, password, type Subject } from "./subject";
import { countTable, loadTable, startTable } from "./table";
import { type Bundle, bundle } from "./workerd";

/** Enough for a page of a list; each costs a hash. */
const users = 100;

await runScript(async () => {
  const [folder = ""] = process.argv.slice(2);
  if (!existsSync(path.join(folder, "wrangler.toml"))) throw new Error("Usage: npm run bench:beside -- FOLDER");
  const tempDir = await mkdtemp(path.join(tmpdir(), "gatehouse-beside-"));
  try {
    const bundles = new Map<Subject, Bundle>();
    for (const subject of [
      withUsers(gatehouseIn("this", REPOSITORY)),
      withUsers(gatehouseIn("other", path.resolve(folder))),
    ]) {
      bundles.set(subject, await bundle(subject.source, tempDir));
    }
    const measured = await measureSideBySide(bundles, { users, tempDir, seconds: 2, rounds: 4 });
    console.log([startTable(measured), countTable(measured), loadTable(measured)].join("\n\n"));
  } finally {
    endConnections();
    await rm(tempDir, { recursive: true, force: true });
  }
});

/** The subject with users that are created by its API, as the schema of another checkout is not known. */
function withUsers(subject: Subject): Subject {
  return {
    ...subject,
    seed: () => [],
    async prepare(worker) {
      await subject.prepare(worker);
      const { list } = await subject.requests(worker, users);
      if (!list) throw new Error("The subject lacks a request");
      const headers = { ...list().headers, "content-type": "application/json" };
      for (let number = 1; number <= users; number++) {
        const user = { primary_email: addressOf(number), primary_email_auth_enabled: true, password };
        const body = JSON.stringify(user);
        await send(worker.port, { method: "POST", path: "/api/v1/users", headers, body, status: 201 });
      }
    },
  };
}
