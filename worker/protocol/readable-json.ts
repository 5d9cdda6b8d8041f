/** The longest JSON that is indented, in characters. At the deepest level that is read, 256, it becomes three megabytes. */
const longestIndented = 10_000;

/** JSON for people to read: indented, unless it is so long that the spaces before its lines could fill the isolate's memory. */
export function readableJson(value: unknown): string {
  const compact = JSON.stringify(value);
  // Undefined for what JSON does not have.
  return compact === undefined || compact.length > longestIndented ? compact : JSON.stringify(value, null, 2);
}
