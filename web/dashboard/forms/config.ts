import { useSuspenseQuery } from "@tanstack/react-query";
import { appInternals } from "../../kit/app/internals";
import { RequestError } from "../../kit/errors/request-error";
import type { GatehouseAdminApp } from "../../kit/index";
import { resourceOptions } from "../../react/index";
import { useShownCode } from "../code/shown-code";
import { configCode, hidden } from "../code/written-code";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
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

/** Returns what the server says about a setting that it refuses: the setting's path, and a sentence for its field. */
export function refusedSetting(error: unknown): { path: string; message: string } | undefined {
  if (!(error instanceof RequestError) || error.status !== 400) return undefined;
  const [, unknown] = /^(?:\[[A-Z ]+\] )?The key "(.+)" is not valid for the schema\.$/.exec(error.text) ?? [];
  if (unknown) return { path: unknown, message: "There is no such setting." };
  const [, path, rest] = /^(?:\[[A-Z ]+\] )?([\w-]+(?:\.[\w-]+)+) (.+?)\.?$/.exec(error.text) ?? [];
  return path && rest ? { path, message: `It ${rest}.` } : undefined;
}

/** The configuration of the project; suspends while it is read. */
export function useConfig(): ConfigDocument {
  return useSuspenseQuery(configOptions(useOwnedProject().app)).data;
}

/** A function that changes settings by their paths, and shows the change as code once it is made. */
export function useSaveConfig() {
  const t = useTranslation();
  const { show } = useShownCode();
  const project = useOwnedProject();
  return async (override: Readonly<Record<string, Setting>>) => {
    await project.updateConfig(override);
    show({ title: t("Change settings"), code: configCode(withoutSecrets(override)) });
  };
}

/** Names the environment variable of each secret in its place. */
function withoutSecrets(override: Readonly<Record<string, Setting>>): Record<string, unknown> {
  const isSecret = (path: string) => /(?:clientSecret|server\.password)$/.test(path);
  const variable = (path: string) => (path.includes("oauth") ? "OAUTH_CLIENT_SECRET" : "SMTP_PASSWORD");
  return Object.fromEntries(
    Object.entries(override).map(([path, value]) => [
      path,
      isSecret(path) && value !== null ? hidden(variable(path)) : value,
    ]),
  );
}
