/** A value in the configuration of a project: any JSON. */
export type Setting = string | number | boolean | null | readonly Setting[] | { readonly [key: string]: Setting };

/** The configuration of a project as the API renders it: areas, groups and settings. */
export type ConfigDocument = { readonly [area: string]: Setting };

/** The setting at a path such as `auth.password.allowSignIn`; undefined where there is none. */
export function settingAt(config: ConfigDocument, path: string): Setting | undefined {
  let value: Setting | undefined = config;
  for (const key of path.split(".")) {
    value = isGroup(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The entries of a group of settings, such as the providers; empty where there are none. */
export function settingsIn(config: ConfigDocument, path: string): [string, { readonly [key: string]: Setting }][] {
  const group = settingAt(config, path);
  return isGroup(group) ? Object.entries(group).flatMap(([key, value]) => (isGroup(value) ? [[key, value]] : [])) : [];
}

function isGroup(value: Setting | undefined): value is { readonly [key: string]: Setting } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
