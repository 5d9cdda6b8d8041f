type WireName<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${WireName<Rest>}`
    : `_${Lowercase<First>}${WireName<Rest>}`
  : Name;

/** `Fields` with the names that they have on the wire. */
export type WireNames<Fields> = { readonly [Name in keyof Fields as WireName<Name>]: Fields[Name] };

/**
 * Renames the fields of a request body from our camelCase to the wire's snake_case. Values stay as they are: metadata
 * inside them belongs to the user. Fields of undefined are left out later, by JSON.
 */
export function wireNames<Fields extends object>(fields: Fields): WireNames<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as WireNames<Fields>;
}
