import { allContained, type Containing, isSystemPermission } from "./containment";

const [nodeWidth, nodeHeight, gapX, gapY] = [196, 32, 56, 10] as const;

/** A permission in the drawing. */
export interface GraphNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly isSystem: boolean;
}

/** A line from a permission to one that it contains. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The path of an SVG. */
  readonly path: string;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
  readonly node: { readonly width: number; readonly height: number };
}

/** Draws what contains what: each permission to the right of all that contain it, except within a circle. */
export function layOut(definitions: readonly Containing[]): Graph {
  const columns = columnsOf(definitions);
  const placed = new Map<string, GraphNode>();
  for (const [column, ids] of columns.entries()) {
    for (const [row, id] of inOrder(ids, definitions, placed).entries()) {
      const [x, y] = [column * (nodeWidth + gapX), row * (nodeHeight + gapY)];
      placed.set(id, { id, x, y, isSystem: isSystemPermission(id) });
    }
  }
  const edges = definitions.flatMap(({ id, containedPermissionIds }) =>
    containedPermissionIds.flatMap((to): GraphEdge[] => {
      const [start, end] = [placed.get(id), placed.get(to)];
      return start && end && to !== id ? [{ from: id, to, path: pathBetween(start, end) }] : [];
    }),
  );
  const rows = Math.max(0, ...columns.map((ids) => ids.length));
  return {
    nodes: [...placed.values()],
    edges,
    width: Math.max(0, columns.length * (nodeWidth + gapX) - gapX),
    height: Math.max(0, rows * (nodeHeight + gapY) - gapY),
    node: { width: nodeWidth, height: nodeHeight },
  };
}

/** The permissions by how many steps are before them. Those of a circle stand beside each other. */
function columnsOf(definitions: readonly Containing[]): string[][] {
  const reached = new Map(definitions.map(({ id }) => [id, new Set(allContained(definitions, id))]));
  const contains = (id: string, other: string) => reached.get(id)?.has(other) === true;
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const above = definitions.filter((each) => contains(each.id, id) && !contains(id, each.id));
    const depth = above.reduce((deepest, each) => Math.max(deepest, depthOf(each.id) + 1), 0);
    depths.set(id, depth);
    return depth;
  };
  const columns: string[][] = [];
  for (const { id } of definitions) {
    const depth = depthOf(id);
    while (columns.length <= depth) columns.push([]);
    columns[depth]?.push(id);
  }
  return columns;
}

/** The permissions of a column, each near those that contain it, so that fewer lines cross. */
function inOrder(
  ids: readonly string[],
  definitions: readonly Containing[],
  placed: ReadonlyMap<string, GraphNode>,
): string[] {
  const heightOf = (id: string) => {
    const above = definitions.filter((each) => each.containedPermissionIds.includes(id));
    const heights = above.flatMap((each) => placed.get(each.id)?.y ?? []);
    return heights.length === 0 ? 0 : heights.reduce((sum, y) => sum + y, 0) / heights.length;
  };
  return ids
    .map((id) => ({ id, height: heightOf(id) }))
    .sort((a, b) => a.height - b.height)
    .map(({ id }) => id);
}

function pathBetween(start: GraphNode, end: GraphNode): string {
  const [y1, y2] = [start.y + nodeHeight / 2, end.y + nodeHeight / 2];
  const x1 = start.x + nodeWidth;
  // Within a circle both stand in one column, or the line goes back: it leaves and arrives on the right.
  if (end.x <= start.x) {
    const x2 = end.x + nodeWidth;
    const bow = Math.max(x1, x2) + gapX / 2;
    return `M${x1} ${y1}C${bow} ${y1} ${bow} ${y2} ${x2} ${y2}`;
  }
  const middle = (x1 + end.x) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${end.x} ${y2}`;
}
