import { CALLBACK_URL, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { startWithProject } from "../../../scripts/testing/start-with-project";
import { type AdminProjectCreateOptions, GatehouseAdminApp, GatehouseClientApp, GatehouseServerApp } from "../index";

/** Signs a new user up by password. */
export async function signUp(app: GatehouseClientApp, verificationCallbackUrl = CALLBACK_URL) {
  const email = newAddress();
  const result = await app.signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl });
  if (result.status === "error") throw result.error;
  return { app, email, user: await app.getUser({ or: "throw" }) };
}

/** A new user of the internal project, with the team that sign-up made. */
export async function newOwner({ apiUrl, webUrl, secrets }: Gatehouse) {
  const app = new GatehouseClientApp({
    baseUrl: apiUrl,
    projectId: "internal",
    publishableClientKey: secrets.INTERNAL_PUBLISHABLE_CLIENT_KEY,
    tokenStore: "memory",
  });
  const { user } = await signUp(app, `${webUrl}/handler/email-verification`);
  if (!user.selectedTeam) throw new Error("The new owner has no team.");
  return { owner: user, team: user.selectedTeam };
}

async function newProject(gatehouse: Gatehouse, config: AdminProjectCreateOptions["config"]) {
  const { owner, team } = await newOwner(gatehouse);
  const owned = await owner.createProject({
    displayName: "Under test",
    teamId: team.id,
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
  const options = { baseUrl: gatehouse.apiUrl, projectId: owned.id, tokenStore: "memory" } as const;
  return {
    owner,
    owned,
    keys,
    options: { ...options, publishableClientKey },
    clientApp: () => new GatehouseClientApp({ ...options, publishableClientKey }),
    serverApp: () => new GatehouseServerApp({ ...options, publishableClientKey, secretServerKey }),
    adminApp: () => new GatehouseAdminApp({ ...options, ...keys }),
  };
}

/** A project of a test file's own, in the Gatehouse that its process shares, set up and used with our own kit. */
export function startProject(config: AdminProjectCreateOptions["config"] = {}) {
  return startWithProject((gatehouse) => newProject(gatehouse, config));
}
