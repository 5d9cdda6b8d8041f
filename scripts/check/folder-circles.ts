/** An import between two files, as paths from the repository's root. */
export interface Import {
  from: string;
  to: string;
}

/**
 * Finds circles between the entries (folders and files) of one folder, at every depth below `roots`. Entry A depends on entry B
 * when a file of A imports a file of B. Each line is one circle, and names an import for each of its dependencies.
 *
 * @example findFolderCircles([{ from: "worker/db/a.ts", to: "worker/config/b.ts" }, …], ["worker"])
 */
export function findFolderCircles(imports: readonly Import[], roots: readonly string[]): string[] {
  const graphs = new Map<string, Map<string, Map<string, Import>>>();
  for (const each of imports) {
    const [from, to] = [each.from.split("/"), each.to.split("/")];
    const depth = from.findIndex((segment, index) => segment !== to[index]);
    const [source, target] = [from[depth], to[depth]];
    const folder = from.slice(0, depth).join("/");
    if (source === undefined || target === undefined || !roots.some((root) => isWithin(folder, root))) continue;
    const graph = getOrInsert(graphs, folder, () => new Map());
    const targets = getOrInsert(graph, source, () => new Map());
    getOrInsert(targets, target, () => each);
  }
  return [...graphs].flatMap(([folder, graph]) =>
    findCircles(graph).map((circle) => {
      const dependencies = circle.map((entry, index) => {
        const next = circle[(index + 1) % circle.length] ?? "";
        const { from, to } = graph.get(entry)?.get(next) ?? { from: entry, to: next };
        return `${from} → ${to}`;
      });
      return `no-folder-circles: ${folder}: ${dependencies.join(", ")}`;
    }),
  );
}

/** One circle for each entry that can reach itself and is on no circle found before. */
function findCircles(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[][] {
  const circles: string[][] = [];
  const covered = new Set<string>();
  for (const start of graph.keys()) {
    if (covered.has(start)) continue;
    const circle = shortestPathBack(graph, start);
    if (!circle) continue;
    circles.push(circle);
    for (const entry of circle) covered.add(entry);
  }
  return circles;
}

/** The entries on the shortest path from `start` back to it, found breadth first. */
function shortestPathBack(graph: ReadonlyMap<string, ReadonlyMap<string, unknown>>, start: string) {
  const paths = [[start]];
  const visited = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return path;
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

function isWithin(folder: string, root: string): boolean {
  return folder === root || folder.startsWith(`${root}/`);
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
