import { mutationOptions } from "@tanstack/react-query";
import type { AdminOwnedProject, AdminProjectConfigUpdate, GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";
import type { AppearanceOverride } from "./appearance-form";

/** The ids and names of the owner's teams, which own projects. */
export function ownTeamsOptions(app: GatehouseClientApp, ownerId: string) {
  return resourceOptions(app, "teams", [ownerId, "names"], async () => {
    const { items } = await app[appInternals].caller("client").read("GET /teams", { query: { user_id: "me" } });
    return items.map(({ id, display_name }) => ({ id, displayName: display_name }));
  });
}

export function saveAppearanceOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: (override: AppearanceOverride) => project.updateConfig(override),
  });
}

/** Whether the project has hosted pages. Of the configuration document, which holds secrets, nothing else is kept. */
export function hostedPagesOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["hosted-pages"], async () => {
    const { config_string } = await app[appInternals].caller("admin").read("GET /internal/config");
    const { hostedPages } = JSON.parse(config_string) as { hostedPages: { enabled: boolean } };
    return hostedPages.enabled;
  });
}

export function switchHostedPagesOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: (isOn: boolean) => project.updateConfig({ "hostedPages.enabled": isOn }),
  });
}

/** Trusts one more domain. The others stay as they are by then, whatever the page shows of them. */
export function trustDomainOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: async (domain: string) => {
      const [id = crypto.randomUUID()] = await trustedDomainIds(project, domain);
      await project.updateConfig({ [`domains.trustedDomains.${id}`]: { baseUrl: domain, handlerPath: "/handler" } });
    },
  });
}

/** Trusts one domain no longer. */
export function removeDomainOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: async (domain: string) => {
      const ids = await trustedDomainIds(project, domain);
      await project.updateConfig(Object.fromEntries(ids.map((id) => [`domains.trustedDomains.${id}`, null])));
    },
  });
}

/** The ids of the entries with this domain. Read anew each time: the configuration holds secrets, so it is not kept. */
async function trustedDomainIds(project: AdminOwnedProject, domain: string): Promise<string[]> {
  const { domains } = (await project.getConfig()) as { domains: TrustedDomains };
  return Object.entries(domains.trustedDomains).flatMap(([id, { baseUrl }]) => (baseUrl === domain ? [id] : []));
}

type TrustedDomains = { trustedDomains: Record<string, { baseUrl?: string }> };

export function updateConfigOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: (config: AdminProjectConfigUpdate) => project.update({ config }) });
}

export function transferProjectOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: (teamId: string) => project.transfer(teamId) });
}

export function deleteProjectOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: () => project.delete() });
}
