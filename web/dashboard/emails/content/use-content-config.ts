import { useSaveConfig } from "../../forms/use-config";

/** Renames and deletes themes and templates, which is done in the configuration of the project. */
export function useContentConfig(group: "themes" | "templates", id: string) {
  const saveConfig = useSaveConfig();
  return {
    rename: (displayName: string) => saveConfig({ [`emails.${group}.${id}.displayName`]: displayName }),
    /** One that every project has comes back as it was. An active theme is active no more. */
    remove: (isActiveTheme = false) =>
      saveConfig({ [`emails.${group}.${id}`]: null, ...(isActiveTheme && { "emails.selectedThemeId": null }) }),
  };
}
