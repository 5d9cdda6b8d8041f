/**
 * Renames the fields of a request body from our camelCase to the wire's snake_case. Values stay as they are: metadata
 * inside them belongs to the user. Fields of undefined are left out later, by JSON.
 */
export function wireNames(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
