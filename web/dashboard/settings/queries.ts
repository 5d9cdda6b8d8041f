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

export function updateConfigOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: (config: AdminProjectConfigUpdate) => project.update({ config }) });
}

export function transferProjectOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: (teamId: string) => project.transfer(teamId) });
}

export function deleteProjectOptions(project: AdminOwnedProject) {
  return mutationOptions({ mutationFn: () => project.delete() });
}
