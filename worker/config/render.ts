import { selectExistingTheme } from "./areas/emails";
import { configDocument, type ProjectConfig } from "./document";
import { definitionOf, isOfKind, type Setting } from "./kinds";
import { mergedLevels } from "./levels";
import { type ConfigOverride, expand, isForbidden, isObject, own } from "./override";
import { keyByDefault } from "./settings";

/** Gives the value, or the default where it is absent, null or of the wrong kind. `key` is that of the nearest record entry. */
type Renderer = (value: unknown, key: string) => unknown;

const renderDocument = rendererOf(configDocument) as (
  tree: unknown,
  key: string,
) => Omit<ProjectConfig, "sourceOfTruth">;

/**
 * The complete configuration that a stored override stands for: dot keys expanded and defaults filled in. Total: what is
 * stored wrongly (a `null` on a fixed key, a text where a flag belongs) reads as not stored.
 */
export function renderConfig(override: ConfigOverride): ProjectConfig {
  const { emails, ...config } = renderDocument(expand(mergedLevels(override)), "");
  return { sourceOfTruth: { type: "hosted" }, ...config, emails: selectExistingTheme(emails) };
}

function rendererOf(setting: Setting): Renderer {
  const definition = definitionOf(setting);
  switch (definition.type) {
    case "default":
      return rendererWithDefault(setting, definition.innerType, definition.defaultValue);
    case "optional":
      return rendererOf(definition.innerType);
    case "object":
      return objectRenderer(definition.shape);
    case "record":
      return recordRenderer(definition.valueType);
    case "union": {
      const alternatives = definition.options.map((option) => ({ option, render: rendererOf(option) }));
      return (value, key) => alternatives.find(({ option }) => isOfKind(option, value))?.render(value, key);
    }
    case "literal":
      return (value) => (definition.values.includes(value as boolean) ? value : undefined);
    case "boolean":
    case "enum":
    case "number":
    case "string":
    case "tuple":
      return (value) => (isOfKind(setting, value) ? value : undefined);
    default:
      throw new Error(`A setting cannot be a zod ${definition.type}`);
  }
}

function rendererWithDefault(setting: Setting, inner: Setting, fallback: unknown): Renderer {
  const render = rendererOf(inner);
  if (definitionOf(inner).type === "record") return (value, key) => render(withDefaultEntries(setting, value), key);
  if (setting === keyByDefault) return (value, key) => render(value, key) ?? key;
  return (value, key) => render(value, key) ?? fallback;
}

function objectRenderer(shape: Readonly<Record<string, Setting>>): Renderer {
  const fields = Object.entries(shape).map(([name, field]) => [name, rendererOf(field)] as const);
  return (value, key) => {
    const stored = isObject(value) ? value : {};
    const rendered: Record<string, unknown> = {};
    for (const [name, render] of fields) {
      const field = render(own(stored, name), key);
      if (field !== undefined) rendered[name] = field;
    }
    return rendered;
  };
}

/**
 * Rendered without a prototype: a key that comes from a request (`config.payments.items[id]`) finds what was stored or
 * nothing, never `constructor`.
 */
function recordRenderer(entry: Setting): Renderer {
  const render = rendererOf(entry);
  return (value) => {
    const rendered: Record<string, unknown> = Object.create(null);
    for (const [key, stored] of Object.entries(isObject(value) ? value : {})) {
      if (isForbidden(key) || !isOfKind(entry, stored)) continue;
      const renderedEntry = render(stored, key);
      if (renderedEntry !== undefined) rendered[key] = renderedEntry;
    }
    return rendered;
  };
}

/**
 * Adds the entries that a record always has, as its default lists them. They come first, with whatever a project changed in them. They
 * come back when a project deletes them.
 */
export function withDefaultEntries(setting: Setting, value: unknown): unknown {
  const definition = definitionOf(setting);
  if (definition.type !== "default" || definitionOf(definition.innerType).type !== "record") return value;
  const stored = isObject(value) ? value : {};
  const defaults = definition.defaultValue as Readonly<Record<string, object>>;
  const changed = Object.entries(defaults).map(([id, entry]) => {
    const changes = own(stored, id);
    const changedFields = Object.entries(isObject(changes) ? changes : {}).filter(([, field]) => field !== null);
    return [id, { ...entry, ...Object.fromEntries(changedFields) }];
  });
  const added = Object.entries(stored).filter(([id]) => !Object.hasOwn(defaults, id));
  return Object.fromEntries([...changed, ...added]);
}
