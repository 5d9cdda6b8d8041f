import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { startProcessGroup } from "../../../scripts/dev/process-group";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { findFreePorts } from "../../../scripts/testing/free-ports";
import type { startProject } from "../../kit/testing/project-under-test";

const NEXT = path.join(REPOSITORY, "node_modules/next/dist/bin/next");
const FOLDER = path.join(REPOSITORY, "docs/examples/next");

type Suite = ReturnType<typeof startProject>;

function environment({ project, gatehouse }: Suite, variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    GATEHOUSE_API_URL: gatehouse.apiUrl,
    GATEHOUSE_SITE_URL: gatehouse.webUrl,
    GATEHOUSE_PROJECT_ID: project.options.projectId,
    GATEHOUSE_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
    GATEHOUSE_SECRET_SERVER_KEY: project.keys.secretServerKey,
    ...variables,
  };
}

/** `next build` of the example, whose output does not depend on how users sign in. Returns what it has printed. */
export async function buildNextExample(suite: Suite): Promise<string> {
  const link = path.join(FOLDER, "../node_modules/@gatehouse/kit");
  await mkdir(path.dirname(link), { recursive: true });
  if (!existsSync(link)) await symlink(path.join(REPOSITORY, "dist/kit"), link, "junction");
  const { stdout } = await promisify(execFile)(process.execPath, [NEXT, "build", FOLDER], { env: environment(suite) });
  return stdout;
}

/** `next start` of the built example, at its own host: cookies know no ports. */
export async function startNextExample(suite: Suite, variables?: Record<string, string>) {
  const [port = 0] = await findFreePorts(1);
  const args = ["start", FOLDER, "--port", String(port)];
  const { stop, output, exited } = startProcessGroup(NEXT, args, { env: environment(suite, variables) });
  const url = `http://next.localhost:${port}`;
  let ended: string | undefined;
  void exited.then((reason) => {
    ended = reason;
  });
  while (ended === undefined) {
    // Node, unlike browsers, does not know that every name below localhost is this machine.
    const response = await fetch(`http://localhost:${port}/api/me`).catch(() => null);
    await response?.body?.cancel();
    if (response) return { url, localUrl: `http://localhost:${port}`, stop, output };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`next start ended with ${ended}:\n${output()}`);
}
