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
import { backendSteps } from "./backend-steps";
import { clientSteps } from "./client-steps";

// This lists what official clients do not get yet. It only shrinks: what is listed and passes, or is called, fails its test.

const isMissing = "404 404 — this page does not exist in Gatehouse's API.";

/** Lists the steps that fail by what they fail with: the code of a known error, or the first line of a message. */
const failures: { reason: string; versions: Version[]; steps: string[] | { except: string[] } }[] = [
  { reason: "SCHEMA_ERROR", versions: [51, 77, 102], steps: ["signs up without an email to verify by"] },
  {
    reason: "SCHEMA_ERROR",
    versions: [77],
    steps: ["changes and cancels emails that are not sent yet, and deletes what it wrote"],
  },
  { reason: "SCHEMA_ERROR", versions: [102], steps: ["restricts a user, and keeps their country and risk"] },
  {
    reason:
      'Failed to send request to /api/v1/internal/config/override: 400 [ERROR] The key "payments.products" is not valid for the schema.',
    versions: [51],
    steps: ["grants products, lists them, and sells them"],
  },
  {
    reason: `Failed to send request to /api/v1/internal/send-test-webhook: ${isMissing}`,
    versions: [51, 77, 102, 108],
    steps: ["has a test event sent to an endpoint of its webhooks"],
  },
  {
    reason: "Access token in fetchNewAccessToken is invalid, looks like the backend is returning an invalid token!",
    versions: [77],
    steps: ["signs a user in, and has their session"],
  },
  {
    reason: "Access token in fetchNewAccessToken is invalid, looks like the backend is returning an invalid token!",
    versions: [77, 102],
    steps: [
      "signs up, in and out by password",
      "signs up by the link of an email",
      "verifies an address",
      "changes its user",
      "lists its sessions, and ends another",
      "signs in with an authenticator app",
      "logs a command line in",
      "proves to a backend who is signed in",
      "adds, verifies and deletes an address",
      "makes, changes, leaves and deletes teams",
      "joins a team by the code of an invitation",
      "begins as an anonymous user, and deletes the account",
      "sees and changes the accounts at providers that are linked",
      "makes keys of a user and of a team, which a backend knows them by",
      "switches a kind of emails off",
      "hides a user who has not verified an address that the project asks for",
      "finds its invitations, and accepts one by its id",
      "keeps items of customers, and values in a vault",
      "reads what was bought, and that no account at Stripe is there",
      "makes a project, and gives it to another team",
      "reads what customers are billed, also where payments are off",
    ],
  },
  {
    reason: "Access token in fetchNewAccessToken is invalid, looks like the backend is returning an invalid token!",
    versions: [102],
    steps: [
      "proves to a backend by one header who is signed in",
      "logs a command line in that had begun as an anonymous user",
      "finds users by team, by when they were active, and who are anonymous",
    ],
  },
  {
    reason: "expected KnownError<CLIENT_AUTHENTICATION_REQUIRED>: … { …(6) } to match object { Object (errorCode) }",
    versions: [77, 102],
    steps: ["needs no publishable key where a project asks for none"],
  },
  {
    reason: `Failed to send request to /api/v1/internal/config/override/environment: ${isMissing}`,
    versions: [77, 102],
    steps: ["reads and changes its project, and makes keys", "grants products, lists them, and sells them"],
  },
  {
    reason: `Failed to send request to /api/v1/internal/config/override/branch: ${isMissing}`,
    versions: [77, 102],
    steps: ["changes its configuration by level"],
  },
  {
    reason: "expected 'Error: Failed to send request to /…' not to include '404'",
    versions: [77, 102, 108],
    steps: ["is refused what only a hosted service has, in words of the API"],
  },
  {
    reason: "Cannot read properties of undefined (reading 'sign_up')",
    versions: [102],
    steps: [
      "resets a forgotten password",
      "creates, finds, changes and deletes users",
      "signs a user in, and has their session",
      "makes teams and adds their members",
      "defines permissions, grants them and takes them back",
      "writes emails, looks at them, sends them and has them in its log",
      "changes and cancels emails that are not sent yet, and deletes what it wrote",
      "reads teams and permissions page by page",
    ],
  },
  {
    reason: "ACCESS_TYPE_REQUIRED",
    versions: [108],
    steps: {
      except: [
        "leads to each of its pages",
        "has a test event sent to an endpoint of its webhooks",
        "is refused what only a hosted service has, in words of the API",
      ],
    },
  },
];

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
    const listed = failures.find(
      ({ versions, steps }) =>
        versions.includes(version) && (Array.isArray(steps) ? steps.includes(title) : !steps.except.includes(title)),
    );
    const failure = await run(await appsOf(version, gatehouse, project)).then(() => undefined, reasonOf);
    expect(failure).toBe(listed?.reason);
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

  it("that the list names are all there", async ({ expect }) => {
    const methods = new Set((await Promise.all(newer.map(methodsOf))).flat());
    expect(Object.keys(notCalled).filter((method) => !methods.has(method))).toEqual([]);
  });
});
