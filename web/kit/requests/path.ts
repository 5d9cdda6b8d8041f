/** A path of the API with its values percent-encoded: path`/users/${userId}`. */
export function path(literals: TemplateStringsArray, ...values: readonly string[]): string {
  return literals.map((literal, index) => literal + encodeURIComponent(values[index] ?? "")).join("");
}

/** Adds query parameters; undefined ones are left out. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
