/** What a permission definition contains, by id; the system permissions contain nothing and have no definition. */
export type Containment = ReadonlyMap<string, readonly string[]>;

/**
 * The given permissions and everything reachable through containment. Cycles are legal: each permission is visited
 * once.
 */
export function expand(containment: Containment, ids: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(containment.get(id) ?? []));
  }
  return reached;
}
