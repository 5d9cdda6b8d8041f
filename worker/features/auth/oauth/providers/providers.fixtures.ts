import { env } from "cloudflare:workers";
import { readSettings } from "../../../../platform/env";
import { newId } from "../../../../platform/secrets";
import type { Json } from "../../../../protocol/fields";
import { type Project, readProject } from "../../../projects";
import { sealSecrets } from "../../../projects/config-secrets";
import { type OAuthProvider, openProvider, type ProviderFlow } from "./index";

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
      configOverride: await sealSecrets(settings.serverSecrets, projectId, override),
    },
    settings,
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
