import { readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { GatehouseClientApp } from "@gatehouse/kit";

/** The address of the hosted pages, which ask the user to confirm. */
const hosted = process.env.GATEHOUSE_SITE_URL ?? "http://localhost:5173";
/** Names the file that keeps the session until the user logs out. */
const sessionFile = process.env.SESSION_FILE ?? join(homedir(), ".gatehouse-example-session");

// Address, project and key come from the environment variables.
const app = new GatehouseClientApp({ tokenStore: null, hosted });

async function currentUser() {
  const refreshToken = await readFile(sessionFile, "utf8").catch(() => null);
  return app.getUser({ tokenStore: { accessToken: null, refreshToken } });
}

switch (process.argv[2] ?? "login") {
  case "login": {
    const login = await app.promptCliLogin({});
    if (login.status === "error") throw login.error;
    // For its owner only: it is as good as a password.
    await writeFile(sessionFile, login.data, { mode: 0o600 });
    console.log(`Logged in as ${(await currentUser())?.primaryEmail}`);
    break;
  }
  case "whoami":
    console.log((await currentUser())?.primaryEmail ?? "Not logged in");
    break;
  case "logout":
    await (await currentUser())?.signOut();
    await rm(sessionFile, { force: true });
    console.log("Logged out");
    break;
  default:
    console.error("Usage: login | whoami | logout");
    process.exitCode = 2;
}
