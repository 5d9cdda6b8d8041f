/** Marks what a call takes from its backend's environment: `process.env.NAME` stands where a secret was. */
const environment = Symbol("environment");

/** A secret within a value that is shown as code. */
export interface HiddenValue {
  readonly [environment]: string;
}

/** Stands for a secret: the code reads it from the environment variable of this name. */
export function hidden(name: string): HiddenValue {
  return { [environment]: name };
}

/** An uploaded image: its type, and bytes that are too many to be shown. */
const longDataUrl = /^data:[^,]{0,100},.{50}/;

/** Writes a value as TypeScript, with the indentation of the line on which it begins. */
export function literal(value: unknown, indentation = ""): string {
  if (typeof value === "object" && value !== null && environment in value) {
    return `process.env.${(value as HiddenValue)[environment]}`;
  }
  if (value === undefined) return "undefined";
  if (typeof value === "string") return JSON.stringify(longDataUrl.test(value) ? `${value.split(",")[0]},…` : value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`;
  const inner = `${indentation}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${literal(item, inner)},\n`);
    return items.length === 0 ? "[]" : `[\n${items.join("")}${indentation}]`;
  }
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const lines = entries.map(([key, entry]) => `${inner}${propertyName(key)}: ${literal(entry, inner)},\n`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indentation}}`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/**
 * A call of the kit as TypeScript, such as `await user.update({ … })`.
 *
 * @param before the statements that lead to what the method is called on
 */
export function kitCode(before: readonly string[], callee: string, ...values: readonly unknown[]): string {
  const given = values.map((value) => literal(value)).join(", ");
  return [...before, `await ${callee}(${given});`].join("\n");
}

/** A change of the configuration as TypeScript. */
export function configCode(override: Readonly<Record<string, unknown>>): string {
  return kitCode(["const project = await adminApp.getProject();"], "project.updateConfig", override);
}
