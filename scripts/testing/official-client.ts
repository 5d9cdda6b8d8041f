import {
  type AdminOwnedProject,
  type AdminProjectCreateOptions,
  StackAdminApp,
  StackClientApp,
  StackServerApp,
} from "@stackframe/js";
import type * as newest from "stackframe-js-108";
import { CALLBACK_URL, newAddress, PASSWORD } from "./accounts";
import type { Gatehouse, GatehouseOptions } from "./start-gatehouse";
import { startOwnWithProject, startWithProject } from "./start-with-project";

/** A project of an owner of its own, and the official client's apps with the keys that the owner made. */
export interface ProjectUnderTest {
  projectId: string;
  keys: { publishableClientKey: string; secretServerKey: string; superSecretAdminKey: string };
  /** The project as its owner holds it. */
  owned: AdminOwnedProject;
  /** A website's app with no user signed in; each has tokens of its own. */
  clientApp(): StackClientApp<true, string>;
  /** A backend's app. */
  serverApp(): StackServerApp<true, string>;
  adminApp(): StackAdminApp<true, string>;
}

/** The official client for the internal project, with no user signed in. */
export function internalClientApp({
  apiUrl,
  secrets,
}: Pick<Gatehouse, "apiUrl" | "secrets">): StackClientApp<true, "internal"> {
  return new StackClientApp({
    baseUrl: apiUrl,
    projectId: "internal",
    publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
    tokenStore: "memory",
    redirectMethod: "none",
  });
}

/** A new owner, just signed up at the internal project, which trusts only the site. */
export async function newOwner(gatehouse: Gatehouse) {
  const app = internalClientApp(gatehouse);
  await signUp(app, newAddress("owner"), `${gatehouse.webUrl}/handler/email-verification`);
  return app.getUser({ or: "throw" });
}

/** A new owner, and a new project of theirs, as the dashboard makes it. */
export async function newOwnedProject(
  gatehouse: Gatehouse,
  displayName: string,
  config: AdminProjectCreateOptions["config"] = {},
) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName, teamId: owner.selectedTeam?.id ?? "", config });
  return { owner, project };
}

/** Signs a new user up by password, and throws when that fails. */
export async function signUp<ProjectId extends string>(
  app: StackClientApp<true, ProjectId>,
  email: string,
  verificationCallbackUrl = CALLBACK_URL,
): Promise<void> {
  const result = await app.signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl });
  if (result.status === "error") throw result.error;
}

/** Does what an owner does before the first line of code: signs up, creates a project, makes its keys. */
export async function newProject(
  gatehouse: Gatehouse,
  config: AdminProjectCreateOptions["config"] = {},
): Promise<ProjectUnderTest> {
  const owner = await newOwner(gatehouse);
  if (!owner.selectedTeam) throw new Error("The new owner has no team.");
  const owned = await owner.createProject({
    displayName: "Under test",
    teamId: owner.selectedTeam.id,
    config: { credentialEnabled: true, allowLocalhost: true, ...config },
  });
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = await owned.app.createInternalApiKey({
    description: "Everything",
    expiresAt: new Date(Date.now() + 86_400_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  });
  if (!publishableClientKey || !secretServerKey || !superSecretAdminKey) throw new Error("A new key was not shown.");
  const keys = { publishableClientKey, secretServerKey, superSecretAdminKey };

  const projectId: string = owned.id;
  const options = { baseUrl: gatehouse.apiUrl, projectId, tokenStore: "memory", redirectMethod: "none" } as const;
  return {
    projectId,
    keys,
    owned,
    clientApp: () => new StackClientApp({ ...options, publishableClientKey }),
    serverApp: () => new StackServerApp({ ...options, publishableClientKey, secretServerKey }),
    adminApp: () => new StackAdminApp({ ...options, ...keys }),
  };
}

/** A project of a test file's own, in the Gatehouse that its process shares. */
export function startProject(config: AdminProjectCreateOptions["config"] = {}) {
  return startWithProject((gatehouse) => newProject(gatehouse, config));
}

/** A project in a Gatehouse of the file's own: for what stops the API, or needs other variables. */
export function startOwnProject(options?: GatehouseOptions, config: AdminProjectCreateOptions["config"] = {}) {
  return startOwnWithProject((gatehouse) => newProject(gatehouse, config), options);
}

/** The settings of a mail server of a project's own: the mailbox of the test. */
export function ownMailServer({ mailbox }: Pick<Gatehouse, "mailbox">) {
  const { hostname: host, port } = new URL(mailbox.smtpUrl);
  const account = { username: "shop", password: "a password", senderName: "Shop", senderEmail: "shop@example.com" };
  return { host, port: Number(port), ...account };
}

/** The admin app of a new project that sends its emails through a server of its own. */
export async function newAppWithMailServer(gatehouse: Gatehouse) {
  const app = (await newProject(gatehouse)).adminApp();
  const emailConfig = { type: "standard" as const, ...ownMailServer(gatehouse) };
  await (await app.getProject()).update({ config: { emailConfig } });
  return app;
}

/** The official clients that are proven, by the last part of their version. What the steps call is typed by the newest. */
const packages = {
  41: () => import("@stackframe/js"),
  51: () => import("stackframe-js-51"),
  77: () => import("stackframe-js-77"),
  102: () => import("stackframe-js-102"),
  108: () => import("stackframe-js-108"),
};

export type Version = keyof typeof packages;
export type Client = newest.StackClientApp<true, string>;
type Server = newest.StackServerApp<true, string>;
type Admin = newest.StackAdminApp<true, string>;

export const versions = Object.keys(packages).map(Number) as Version[];

export function packageOf(version: Version): Promise<typeof newest> {
  return packages[version]() as Promise<unknown> as Promise<typeof newest>;
}

/** What its own dashboard calls, and its types leave out. */
interface Undeclared {
  previewAffectedUsersByOnboardingChange(onboarding: { requireEmailVerification: boolean }): Promise<object>;
  getEmailPreviewWithEditableMarkers(of: { templateId: string }): Promise<object>;
}

/** A project as its owner's code has it: apps of one version of the official client, with nobody signed in. */
export interface Tried {
  gatehouse: Gatehouse;
  version: Version;
  project: TriedProject;
  client: Client;
  server: Server & { getServerUserById: Server["getUser"] };
  admin: Admin & Undeclared;
  /** Makes another visitor's app. */
  newClient(options?: Partial<newest.StackClientAppConstructorOptions<true, string>>): Client;
}

export type TriedProject = Awaited<ReturnType<typeof newTriedProject>>;

/** A project that allows whatever the steps do. The oldest client makes it, so that each step fails for a reason of its own. */
export async function newTriedProject(gatehouse: Gatehouse) {
  const project = await newProject(gatehouse, {
    magicLinkEnabled: true,
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    oauthProviders: [{ id: "google", type: "standard", clientId: "a-client", clientSecret: "a-secret" }],
    emailConfig: { type: "standard", ...ownMailServer(gatehouse) },
  });
  await project.owned.updateConfig({
    "dataVault.stores.secrets": { displayName: "Secrets" },
    "payments.items": { points: { displayName: "Points", customerType: "user" } },
  } as never);
  return project;
}

/** Returns what a step is given: apps of its own. */
export async function appsOf(version: Version, gatehouse: Gatehouse, project: TriedProject): Promise<Tried> {
  const { StackClientApp, StackServerApp, StackAdminApp } = await packageOf(version);
  const { projectId, keys } = project;
  const { publishableClientKey, secretServerKey } = keys;
  const given = { baseUrl: gatehouse.apiUrl, projectId, tokenStore: "memory", redirectMethod: "none" } as const;
  const newClient: Tried["newClient"] = (options) =>
    new StackClientApp({ ...given, publishableClientKey, ...options }) as Client;
  return {
    ...{ gatehouse, version, project, newClient },
    client: newClient(),
    server: new StackServerApp({ ...given, publishableClientKey, secretServerKey }) as Tried["server"],
    admin: new StackAdminApp({ ...given, ...keys }) as Tried["admin"],
  };
}
