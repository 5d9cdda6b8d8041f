import {
  type AdminOwnedProject,
  type AdminProjectCreateOptions,
  StackAdminApp,
  StackClientApp,
  StackServerApp,
} from "@stackframe/js";
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
