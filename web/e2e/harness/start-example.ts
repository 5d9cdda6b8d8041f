import path from "node:path";
import { onTestFinished } from "vitest";
import { startProcessGroup } from "../../../scripts/dev/process-group";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { findFreePorts } from "../../../scripts/testing/free-ports";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";

/** An example of `docs/examples`, as `npm run example -- <name>` starts it. */
export interface RunningExample {
  readonly url: string;
  /** Is the folder of its files. */
  readonly folder: string;
  /** Returns what it has printed lately. */
  output(): string;
  /** Settles when it has ended, with the reason in words. */
  readonly exited: Promise<string>;
}

/** The instance and the project that an example belongs to. */
export interface ExampleProject {
  readonly gatehouse: Gatehouse;
  readonly project: {
    readonly options: { readonly projectId: string };
    readonly keys: { readonly publishableClientKey: string; readonly secretServerKey: string };
  };
}

/** Runs an example for one test, with the variables that its README names. */
export async function runExample(
  suite: ExampleProject,
  name: string,
  { args = [], variables = {} }: { args?: string[]; variables?: Record<string, string> } = {},
): Promise<RunningExample> {
  const { options, keys } = suite.project;
  const [port = 0] = await findFreePorts(1);
  const example = startProcessGroup(
    path.join(REPOSITORY, "node_modules/tsx/dist/cli.mjs"),
    [path.join(REPOSITORY, "scripts/example.ts"), name, ...args],
    {
      env: {
        ...process.env,
        PORT: String(port),
        GATEHOUSE_API_URL: suite.gatehouse.apiUrl,
        GATEHOUSE_PROJECT_ID: options.projectId,
        GATEHOUSE_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
        GATEHOUSE_SECRET_SERVER_KEY: keys.secretServerKey,
        ...variables,
      },
    },
  );
  onTestFinished(() => example.stop());
  const folder = path.join(REPOSITORY, "docs/examples", name);
  return { url: `http://localhost:${port}`, folder, output: example.output, exited: example.exited };
}

/** Starts an example that serves HTTP, and waits until it does. */
export async function startExample(...args: Parameters<typeof runExample>): Promise<RunningExample> {
  const example = await runExample(...args);
  let ended: string | undefined;
  void example.exited.then((reason) => {
    ended = reason;
  });
  while (ended === undefined) {
    const response = await fetch(example.url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return example;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The example ended with ${ended}:\n${example.output()}`);
}
