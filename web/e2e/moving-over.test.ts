import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../scripts/dev/wrangler";
import { startProject } from "../kit/testing/project-under-test";
import { freshApp, typeErrors } from "./harness/fresh-app";

// docs/moving-over.md, proven: apps written for the kits that Gatehouse replaces, first with those, then with the line of the
// import changed.

const suite = startProject({ clientTeamCreationEnabled: true });

const run = promisify(execFile);

const compilerOptions = {
  ...{ target: "es2023", lib: ["ES2023", "DOM"], module: "nodenext", types: ["node"], strict: true },
  ...{ erasableSyntaxOnly: true, noEmit: true, skipLibCheck: true },
};

describe("a program written for @stackframe/js", () => {
  /** Compiles and runs the program with its import from one package or the other. Returns what it has seen. */
  async function runWith(packageName: "@stackframe/js" | "@gatehouse/kit"): Promise<unknown> {
    const source = await readFile(path.join(REPOSITORY, "docs/moving-over/js-app.ts"), "utf8");
    const app = await freshApp(
      {
        "app.ts": source.replace('from "@stackframe/js"', `from "${packageName}"`),
        "tsconfig.json": JSON.stringify({ compilerOptions, files: ["app.ts"] }),
      },
      ["@types/node", "@stackframe/js"],
    );
    const errors = typeErrors(app);
    if (errors) throw new Error(errors);
    const { options, keys } = suite.project;
    const { stdout } = await run(process.execPath, ["app.ts"], {
      cwd: app,
      env: {
        PATH: process.env.PATH,
        API_URL: suite.gatehouse.apiUrl,
        PROJECT_ID: options.projectId,
        PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        SECRET_SERVER_KEY: keys.secretServerKey,
      },
    });
    return JSON.parse(stdout);
  }

  it("compiles, and sees the same users, teams, sessions and errors, with its import changed", async ({ expect }) => {
    const before = await runWith("@stackframe/js");
    expect(before).toContainEqual(["user of the request", "Ada"]);
    expect(before).toContainEqual(["sign-in with the old password", "EMAIL_PASSWORD_MISMATCH"]);
    expect(await runWith("@gatehouse/kit")).toEqual(before);
  });
});
