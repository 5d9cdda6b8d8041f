import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useShownCode } from "../code/shown-code";
import { configCode, hidden } from "../code/written-code";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import type { ConfigDocument, Setting } from "./config-document";
import { configOptions, saveConfigOptions } from "./config-queries";

/** The configuration of the project; suspends while it is read. */
export function useConfig(): ConfigDocument {
  return useSuspenseQuery(configOptions(useOwnedProject().app)).data;
}

/** A function that changes settings by their paths, and shows the change as code once it is made. */
export function useSaveConfig() {
  const t = useTranslation();
  const { show } = useShownCode();
  const { mutateAsync } = useMutation(saveConfigOptions(useOwnedProject()));
  return async (override: Readonly<Record<string, Setting>>) => {
    await mutateAsync(override);
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
