import { mutationOptions } from "@tanstack/react-query";
import type { AdminOwnedProject, GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { RequestError } from "../../kit/errors/request-error";
import { resourceOptions } from "../../react";
import type { ConfigDocument, Setting } from "./config-document";

/** Stands in the place of a secret that is set. The secrets of a project are not kept by its pages. */
export const hiddenSecret = "••••••••";

/** The configuration of the project with its defaults, without its secrets. */
export function configOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["config"], async (): Promise<ConfigDocument> => {
    const { config_string } = await app[appInternals].caller("admin").read("GET /internal/config");
    return JSON.parse(config_string, hideSecrets) as ConfigDocument;
  });
}

/** A reviver of `JSON.parse` that leaves no secret in the document. */
function hideSecrets(key: string, value: unknown): unknown {
  const isSecret = (key === "clientSecret" || key === "password") && typeof value === "string";
  return isSecret ? hiddenSecret : value;
}

/** Changes settings by their paths, such as `auth.allowSignUp`; null takes one away. */
export function saveConfigOptions(project: AdminOwnedProject) {
  return mutationOptions({
    mutationFn: (override: Readonly<Record<string, Setting>>) => project.updateConfig(override),
  });
}

/** Returns what the server says about a setting that it refuses: the setting's path, and a sentence for its field. */
export function refusedSetting(error: unknown): { path: string; message: string } | undefined {
  if (!(error instanceof RequestError) || error.status !== 400) return undefined;
  const [, unknown] = /^(?:\[[A-Z ]+\] )?The key "(.+)" is not valid for the schema\.$/.exec(error.text) ?? [];
  if (unknown) return { path: unknown, message: "There is no such setting." };
  const [, path, rest] = /^(?:\[[A-Z ]+\] )?([\w-]+(?:\.[\w-]+)+) (.+?)\.?$/.exec(error.text) ?? [];
  return path && rest ? { path, message: `It ${rest}.` } : undefined;
}
