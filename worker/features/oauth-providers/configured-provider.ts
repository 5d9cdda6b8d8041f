import type { Project } from "../../db/projects/project";
import type { Settings } from "../../platform/env";
import type { ProviderConfig } from "./vendors";

/** Tells whether a provider is switched on with shared keys, of which the operator has none for its vendor. */
export function lacksSharedKeys({ sharedOAuth }: Settings, project: Project, providerId: string): boolean {
  const found = findProvider(project, providerId);
  return found?.config.isShared === true && !sharedOAuth.clients.has(found.type);
}

/** A provider that is configured and switched on, by its key in the configuration or else by its vendor's name. */
export function findProvider({ config }: Project, providerId: string) {
  const { providers } = config.auth.oauth;
  const key = providers[providerId]?.type ? providerId : keyOfType(providers, providerId);
  const found = key === undefined ? undefined : providers[key];
  if (key === undefined || !found?.type) return undefined;
  if (!found.allowSignIn && !found.allowConnectedAccounts) return undefined;
  return { id: key, type: found.type, config: found };
}

function keyOfType(providers: Readonly<Record<string, ProviderConfig>>, type: string): string | undefined {
  return Object.keys(providers).find((key) => providers[key]?.type === type);
}
