import { afterEach, beforeAll, describe, it, vi } from "vitest";
import {
  appsOf,
  newTriedProject,
  packageOf,
  type TriedProject,
  type Version,
  versions,
} from "../../../scripts/testing/official-client";
import { type Coverage, newerClientMethods } from "../../../scripts/testing/official-client-methods";
import { sharedGatehouse } from "../../../scripts/testing/shared-gatehouse";
import { backendSteps } from "../testing/backend-steps";
import { clientSteps } from "../testing/client-steps";

/** Lists the steps that fail yet, with the versions and what is not built. It only shrinks: a listed step that passes fails its test. */
const notBuilt: Record<string, { from: Version; what: string }> = {
  "reads what customers are billed, also where payments are off": { from: 77, what: "billing" },
  "changes and cancels emails that are not sent yet, and deletes what it wrote": { from: 77, what: "the outbox" },
};

const inBrowser = "Not built yet: a test in Chromium.";

/** Lists the methods of apps that no step calls, and why. */
const notCalled: Record<string, string> = {
  "client.signInWithOAuth": inBrowser,
  "client.callOAuthCallback": inBrowser,
  "client.signInWithPasskey": inBrowser,
  "admin.sendChatMessage": "Versions after 2.8.51 have it no more, and the suites of 2.8.41 call it.",
};

const gatehouse = await sharedGatehouse();
const steps = { ...clientSteps, ...backendSteps };
/** The suites beside this one call all methods of 2.8.41, see `scripts/testing/official-client-methods.ts`. */
const newer = versions.filter((version) => version > 41);
const stepsOf = (version: Version) => Object.entries(steps).filter(([, [since]]) => since <= version);
let project: TriedProject;

beforeAll(async () => {
  project = await newTriedProject(gatehouse);
});
afterEach(() => vi.restoreAllMocks());

/** Names a failure by the code of its known error, or by the first line of what it says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = Reflect.get(error, "errorCode");
  return typeof code === "string" ? code : (error.message.split("\n")[0] ?? "").replace(gatehouse.apiUrl, "");
}

describe.for(versions)("version 2.8.%i of the official client", (version) => {
  it.for(stepsOf(version))("%s", async ([title, [, run]], { expect }) => {
    const from = notBuilt[title]?.from;
    const expected = from !== undefined && from <= version ? "fails" : "passes";
    const failure = await run(await appsOf(version, gatehouse, project)).then(() => undefined, reasonOf);
    expect(failure === undefined ? "passes" : expected === "fails" ? "fails" : failure).toBe(expected);
  });
});

/** Names the methods of a version's apps, as `client.getUser`: those of an app that the apps before it have not, or have otherwise. */
async function methodsOf(version: Version): Promise<string[]> {
  const { StackClientApp: client, StackServerApp: server, StackAdminApp: admin } = await packageOf(version);
  return Object.entries({ client, server, admin }).flatMap(([app, made]) =>
    Object.entries(Object.getOwnPropertyDescriptors(Reflect.get(made, "prototype")))
      .filter(([name, { value }]) => typeof value === "function" && !/^_|^constructor$/.test(name))
      .map(([name]) => `${app}.${name}`),
  );
}

describe("the methods of the official client's apps", () => {
  it.for(newer)("of version 2.8.%i are called by its steps, or the list says why not", async (version, { expect }) => {
    const called = stepsOf(version)
      .map(([, [, run]]) => run.toString())
      .join();
    const methods = await methodsOf(version);
    expect(methods.length).toBeGreaterThan(80);
    expect(methods.filter((method) => !called.includes(`${method}(`)).toSorted()).toEqual(
      Object.keys(notCalled)
        .filter((method) => methods.includes(method))
        .toSorted(),
    );
  });

  it("and of its objects, which 2.8.41 has not, are called by the step that the table names", ({ expect }) => {
    const named = Object.entries(newerClientMethods).flatMap(([object, methods]) =>
      Object.entries<Coverage>(methods)
        .filter(([, title]) => typeof title === "string")
        .map(([method, title]) => ({ object, method, title: String(title) })),
    );
    expect(named.filter(({ method, title }) => !steps[title]?.[1].toString().includes(`.${method}(`))).toEqual([]);
  });

  it("that the lists name are all there, and the steps", async ({ expect }) => {
    expect(Object.keys(notBuilt).filter((title) => !(title in steps))).toEqual([]);
    const methods = new Set((await Promise.all(newer.map(methodsOf))).flat());
    expect(Object.keys(notCalled).filter((method) => !methods.has(method))).toEqual([]);
  });
});
