import { isForbidden, isObject, own, type Path } from "./override";

/** A rule that a value breaks. `at` is the real path of the value, or of the object that lacks one. */
export type Complaint = { readonly at: Path; readonly message: string };

/**
 * One node of the configuration document. From the one tree of settings follow the rendered document and its type, and
 * both steps of validation.
 */
export type Setting<T> = {
  /** The setting one segment below, if this is something that can have one. */
  readonly below: (segment: string) => Setting<unknown> | undefined;
  /** What is wrong with the kind of a value, as a sentence about `path`; null when it is of the right kind. */
  readonly kindComplaint: (value: unknown, path: string) => string | null;
  /** The value, or the default where it is absent, null or of the wrong kind. `id` is the key of the nearest record. */
  readonly render: (value: unknown, id: string) => T;
  /** Rules beyond the kind that a value of the right kind breaks. `name` is the path without the keys of records. */
  readonly complaints: (value: unknown, at: Path, name: string) => Iterable<Complaint>;
  /** Says that the value must be there, in a sentence about `name`. */
  readonly missing?: (name: string) => string;
};

export type Rendered<S> = S extends Setting<infer T> ? T : never;

type Fields = Readonly<Record<string, Setting<unknown>>>;
type RenderedFields<F extends Fields> = Flat<
  { readonly [K in keyof F as undefined extends Rendered<F[K]> ? never : K]: Rendered<F[K]> } & {
    readonly [K in keyof F as undefined extends Rendered<F[K]> ? K : never]?: Exclude<Rendered<F[K]>, undefined>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** A rule of a leaf: the end of a sentence that begins with the path, or a whole sentence, or null when it holds. */
export type Rule<T> = (value: T, name: string) => string | null;

type ScalarTypes = { boolean: boolean; number: number; string: string };

/** A value of one of JavaScript's scalar types. */
function scalar<K extends keyof ScalarTypes, D>(
  type: K,
  fallback: (id: string) => D,
  rules: readonly Rule<ScalarTypes[K]>[] = [],
): Setting<ScalarTypes[K] | D> {
  const isOfKind = (value: unknown): value is ScalarTypes[K] => typeof value === type;
  return {
    below: () => undefined,
    kindComplaint: (value, path) => (isOfKind(value) ? null : wrongType(type, value, path)),
    render: (value, id) => (isOfKind(value) ? value : fallback(id)),
    *complaints(value, at, name) {
      if (!isOfKind(value)) return;
      for (const rule of rules) {
        const message = rule(value, name);
        if (message !== null) yield { at, message };
      }
    },
  };
}

const none = () => undefined;

export function flag(fallback: boolean): Setting<boolean> {
  return scalar("boolean", () => fallback);
}

export function optionalFlag(): Setting<boolean | undefined> {
  return scalar("boolean", none);
}

export function amount(fallback: number): Setting<number> {
  return scalar("number", () => fallback);
}

export function optionalNumber(...rules: readonly Rule<number>[]): Setting<number | undefined> {
  return scalar("number", none, rules);
}

export function text(fallback: string, ...rules: readonly Rule<string>[]): Setting<string> {
  return scalar("string", () => fallback, rules);
}

/** A text that, when absent, is the key of the record entry it belongs to. */
export function textOrId(): Setting<string> {
  return scalar("string", (id) => id);
}

export function optionalText(...rules: readonly Rule<string>[]): Setting<string | undefined> {
  return scalar("string", none, rules);
}

/** One of some texts. */
export function choice<const V extends string, D extends V | undefined>(
  values: readonly V[],
  fallback: D,
): Setting<V | D> {
  const isOfKind = (value: unknown): value is V => values.some((allowed) => allowed === value);
  return {
    below: () => undefined,
    kindComplaint: (value, path) => {
      if (typeof value !== "string") return wrongType("string", value, path);
      return isOfKind(value) ? null : `${path} must be one of the following values: ${values.join(", ")}`;
    },
    render: (value) => (isOfKind(value) ? value : fallback),
    complaints: () => [],
  };
}

/** Exactly `true`, or exactly `false`. */
export function exactly<const B extends boolean>(expected: B): Setting<B | undefined> {
  return {
    ...scalar("boolean", none),
    render: (value) => (value === expected ? expected : undefined),
    *complaints(value, at, name) {
      if (value !== expected) yield { at, message: `${name} field must be ${expected}` };
    },
  };
}

/** Settings under fixed names; what is missing is filled in from their defaults. */
export function group<F extends Fields>(fields: F): Setting<RenderedFields<F>> {
  return {
    below: (segment) => own(fields, segment),
    kindComplaint: objectComplaint,
    render: (value, id) => {
      const stored = isObject(value) ? value : {};
      const rendered = Object.entries(fields)
        .map(([key, field]) => [key, field.render(own(stored, key), id)] as const)
        .filter(([, fieldValue]) => fieldValue !== undefined);
      return Object.fromEntries(rendered) as RenderedFields<F>;
    },
    *complaints(value, at, name) {
      const stored = isObject(value) ? value : {};
      for (const [key, field] of Object.entries(fields)) {
        const fieldValue = own(stored, key) ?? undefined;
        const fieldName = name === "" ? key : `${name}.${key}`;
        if (fieldValue !== undefined) yield* field.complaints(fieldValue, [...at, key], fieldName);
        else if (field.missing) yield { at, message: field.missing(fieldName) };
      }
    },
  };
}

/**
 * Settings of one shape under keys that the owner chooses. Rendered without a prototype: a key that comes from a request
 * (`config.payments.items[id]`) finds what was stored or nothing, never `constructor`.
 */
export function record<T>(
  keyRule: Rule<string>,
  entry: Setting<T>,
): Setting<Readonly<Record<string, Exclude<T, undefined>>>> {
  return {
    below: (segment) => (isForbidden(segment) ? undefined : entry),
    kindComplaint: objectComplaint,
    render: (value) => {
      const rendered: Record<string, Exclude<T, undefined>> = Object.create(null);
      for (const [key, stored] of Object.entries(isObject(value) ? value : {})) {
        if (isForbidden(key) || entry.kindComplaint(stored, key) !== null) continue;
        const entryValue = entry.render(stored, key);
        if (entryValue !== undefined) rendered[key] = entryValue as Exclude<T, undefined>;
      }
      return rendered;
    },
    *complaints(value, at, name) {
      for (const [key, stored] of Object.entries(isObject(value) ? value : {})) {
        // A null entry is one taken away: its key needs to follow no rule.
        if (stored === null) continue;
        const message = keyRule(key, name);
        if (message !== null) yield { at: [...at, key], message };
        yield* entry.complaints(stored, [...at, key], name);
      }
    },
  };
}

/** The first of several settings that takes the value. */
export function either<A, B, D>(
  first: Setting<A>,
  second: Setting<B>,
  fallback: D,
): Setting<Exclude<A | B, undefined> | D> {
  const taker = (value: unknown): Setting<A | B> | undefined =>
    [first, second].find((setting) => setting.kindComplaint(value, "") === null);
  return {
    below: (segment) => first.below(segment) ?? second.below(segment),
    kindComplaint: (value, path) => {
      if (taker(value)) return null;
      const complaints = [first, second].map((setting, index) => {
        const complaint = setting.kindComplaint(value, path) ?? "";
        return `  Schema ${index}:\n${complaint.replace(/^/gm, "    ")}`;
      });
      return `${path} is not matched by any of the provided schemas:\n${complaints.join("\n")}`;
    },
    render: (value, id) => (taker(value)?.render(value, id) ?? fallback) as Exclude<A | B, undefined> | D,
    complaints: (value, at, name) => taker(value)?.complaints(value, at, name) ?? [],
  };
}

/** The setting, which must be there whenever what holds it is. */
export function required<T>(setting: Setting<T>, missing = (name: string) => `${name} must be defined`): Setting<T> {
  return { ...setting, missing };
}

/** The sentence about a value of the wrong JavaScript type, worded as everywhere on the wire. */
export function wrongType(type: string, value: unknown, path: string): string {
  return `${path} must be a \`${type}\` type, but the final value was: \`${JSON.stringify(value, null, 2)}\`.`;
}

function objectComplaint(value: unknown, path: string): string | null {
  return isObject(value) ? null : wrongType("object", value, path);
}
