import { env } from "cloudflare:workers";
import { sealPatched } from "../../db/projects/config-secrets";
import { type Project, readProject } from "../../db/projects/project";
import { readSettings } from "../../platform/env";
import { newId } from "../../platform/secrets";
import type { Json } from "../../protocol/fields";
import type { Visit } from "../../testing/vendor-visit";
import { newPerson, visitVendor } from "../../testing/vendors";
import { type OAuthProvider, openProvider, ProviderError, type ProviderFlow } from "./index";

/** Settings of the test run with some variables changed; an undefined one is taken away. */
export function settingsWith(vars: Record<string, string | undefined> = {}) {
  const changed = Object.entries({ ...env, ...vars }).filter(([, value]) => value !== undefined);
  return readSettings(Object.fromEntries(changed));
}

/** A project whose providers are these; it is stored nowhere. */
export async function projectWith(providers: Record<string, Record<string, Json>>): Promise<Project> {
  const projectId = newId();
  const settings = settingsWith();
  const override = { "auth.oauth.providers": providers };
  return readProject(
    {
      projectId,
      displayName: "Test project",
      description: "",
      logoUrl: null,
      fullLogoUrl: null,
      isProductionMode: false,
      ownerTeamId: null,
      createdAt: Date.now(),
      configOverride: JSON.stringify(await sealPatched(settings.serverSecrets, projectId, {}, override)),
    },
    { settings },
  );
}

/** Opens a provider that must be there. */
export async function opened(
  id: string,
  config: Record<string, Json>,
  vars: Record<string, string | undefined> = {},
): Promise<OAuthProvider> {
  const project = await projectWith({ [id]: { allowSignIn: true, ...config } });
  const provider = await openProvider(settingsWith(vars), project, id);
  if (!provider) throw new Error(`${id} is not configured`);
  return provider;
}

/** The secrets of a sign-in. */
export function newFlow(): ProviderFlow {
  const random = () => crypto.randomUUID() + crypto.randomUUID();
  return { state: random(), codeVerifier: random(), nonce: random() };
}

/** The configuration of a provider with a project's own client, as the stand-in vendors know it. */
export function ownKeys(vendor: string, config: Record<string, string> = {}): Record<string, Json> {
  return { type: vendor, isShared: false, clientId: `${vendor}-client`, clientSecret: `${vendor}-secret`, ...config };
}

interface SignInOptions {
  config?: Record<string, string>;
  vars?: Record<string, string>;
}

/** Signs a person in at a vendor, from the authorization address to the profile. */
export async function signInAt(vendor: string, visit: Partial<Visit> = {}, { config, vars }: SignInOptions = {}) {
  const provider = await opened(vendor, ownKeys(vendor, config), vars);
  const flow = newFlow();
  const url = await provider.authorizationUrl({ ...flow, scopes: provider.scopes() });
  const { parameters } = await visitVendor(url, { person: newPerson(), ...visit });
  return { provider, ...(await provider.finish(parameters, flow)) };
}

/** Returns what a sign-in fails with; anything but a `ProviderError` is a bug. */
export async function failureAt(...how: Parameters<typeof signInAt>): Promise<{ kind: string; message: string }> {
  const error = await signInAt(...how).catch((reason: unknown) => reason);
  if (!(error instanceof ProviderError)) throw new Error("The sign-in did not fail as it should", { cause: error });
  return { kind: error.kind, message: error.message };
}
