import { builtInTemplates, builtInThemes, defaultThemeId } from "./built-in-sources";
import { configDocument, type ProjectConfig } from "./document";
import { type ConfigOverride, expand, isObject, own } from "./override";

/**
 * The complete configuration that a stored override stands for: dot keys expanded, defaults filled in, built-in mails
 * present. Total: what is stored wrongly (a `null` on a fixed key, a text where a flag belongs) reads as not stored.
 */
export function renderConfig(override: ConfigOverride): ProjectConfig {
  const { emails, ...config } = configDocument.render(withBuiltIns(expand(override)), "");
  const selectedThemeId = emails.selectedThemeId in emails.themes ? emails.selectedThemeId : defaultThemeId;
  return { sourceOfTruth: { type: "hosted" }, ...config, emails: { ...emails, selectedThemeId } };
}

/** The tree with the built-in themes and templates first, under whatever a project changed in them. */
export function withBuiltIns(tree: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const emails = section(tree, "emails");
  return {
    ...tree,
    emails: {
      ...emails,
      themes: overlay(builtInThemes, section(emails, "themes")),
      templates: overlay(builtInTemplates, section(emails, "templates")),
    },
  };
}

function section(tree: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = own(tree, key);
  return isObject(value) ? value : {};
}

function overlay(
  builtIns: Readonly<Record<string, object>>,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const changed = Object.entries(builtIns).map(([id, builtIn]) => {
    const changes = Object.entries(section(stored, id)).filter(([, value]) => value !== null);
    return [id, { ...builtIn, ...Object.fromEntries(changes) }];
  });
  const custom = Object.entries(stored).filter(([id]) => !Object.hasOwn(builtIns, id));
  return Object.fromEntries([...changed, ...custom]);
}
