type WireName<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${WireName<Rest>}`
    : `_${Lowercase<First>}${WireName<Rest>}`
  : Name;

/** Fields with the names that they have on the wire, in snake case. */
export type WireNames<Fields> = { [Name in keyof Fields as WireName<Name>]: Fields[Name] };

/** The name on the wire of a field that is in camel case here. */
export function wireName<Name extends string>(name: Name): WireName<Name> {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as WireName<Name>;
}

/** Some fields of an object, by their names on the wire. */
export function toWire<Fields extends object, Name extends keyof Fields & string>(
  fields: Fields,
  names: readonly Name[],
) {
  return Object.fromEntries(names.map((name) => [wireName(name), fields[name]])) as WireNames<Pick<Fields, Name>>;
}

/** Some fields that came by their names on the wire. */
export function fromWire<Fields extends object>(
  fields: WireNames<Fields>,
  names: readonly (keyof Fields & string)[],
): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[wireName(name) as keyof typeof fields]])) as Fields;
}
