import { type ConfigDocument, type Setting, settingAt } from "./config-document";

/** A field of a settings form: where its value is in the configuration, and how a person enters it. */
export type ConfigField = {
  /** Such as `auth.sessions.idleMinutes`. */
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
} & (
  | { kind: "text" }
  /** Write-only: what is set shows as dots, and stays while the field is left as it is. */
  | { kind: "secret" }
  /** Empty for none, where that is allowed. */
  | { kind: "number"; min: number; max: number; isRequired?: boolean; unit?: "minutes" | "days" }
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
);

/** The values of a form's fields by their place in it: text, as it is typed. */
export type ConfigValues = { fields: string[] };

/** A count of minutes in the longest unit that divides it, such as "7 days"; undefined for less than an hour, and no count. */
export function inLongerUnit(text: string, language: string): string | undefined {
  const minutes = Number(text);
  const [unit, count] = minutes % 1440 === 0 ? (["day", minutes / 1440] as const) : (["hour", minutes / 60] as const);
  if (!Number.isInteger(count) || count < 1) return undefined;
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** Returns what the fields show of a configuration. */
export function valuesOf(config: ConfigDocument, fields: readonly ConfigField[]): ConfigValues {
  return {
    fields: fields.map(({ path }) => {
      const setting = settingAt(config, path) ?? "";
      return typeof setting === "object" ? "" : String(setting);
    }),
  };
}

/** The changes of the configuration that lead from the saved values to the typed ones, by path. */
export function overrideOf(
  fields: readonly ConfigField[],
  saved: ConfigValues,
  typed: ConfigValues,
): Record<string, Setting> {
  const changed = fields.flatMap((field, index): [string, Setting][] => {
    const text = (typed.fields[index] ?? "").trim();
    return text === saved.fields[index] ? [] : [[field.path, settingOf(field, text)]];
  });
  return Object.fromEntries(changed);
}

function settingOf(field: ConfigField, text: string): Setting {
  if (text === "") return null;
  return field.kind === "number" ? Number(text) : text;
}

/** Says what is wrong with what was typed into a field: the smallest and the largest number it takes. */
export type FieldProblem = { min: number; max: number } | undefined;

/** Checks what the server would refuse of a number; everything else is for the server. */
export function problemOf(field: ConfigField, text: string): FieldProblem {
  if (field.kind !== "number") return undefined;
  const typed = text.trim();
  if (typed === "") return field.isRequired ? field : undefined;
  const number = Number(typed);
  return Number.isInteger(number) && number >= field.min && number <= field.max ? undefined : field;
}
