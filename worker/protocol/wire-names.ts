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

/** Returns a function that gives these fields of an object by their names on the wire. A list calls it a hundred times, so it makes no name. */
export function toWire<Name extends string>(names: readonly Name[]) {
  const pairs = names.map((name) => [wireName(name), name] as const);
  return <Fields extends Record<Name, unknown>>(fields: Fields) => {
    const shown: Record<string, unknown> = {};
    for (const [wire, name] of pairs) shown[wire] = fields[name];
    return shown as WireNames<Pick<Fields, Name>>;
  };
}

/** Some fields that came by their names on the wire. */
export function fromWire<Fields extends object>(
  fields: WireNames<Fields>,
  names: readonly (keyof Fields & string)[],
): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[wireName(name) as keyof typeof fields]])) as Fields;
}
