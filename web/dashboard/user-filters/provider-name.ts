/** A provider's name, as far as its id says it. */
export function providerName(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
