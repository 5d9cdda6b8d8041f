import { useId } from "react";
import type { PermissionDefinition } from "../../kit/index";
import { Card } from "../../ui/layout/card";
import { useTranslation } from "../translation/use-translation";
import {
  allContained,
  type Containing,
  type ContainmentNode,
  containmentTrees,
  isSystemPermission,
} from "./definitions";

/** Shows what contains what, as a drawing and as a list. Only permissions that contain others or are contained are in it. */
export function GraphCard({ definitions }: { definitions: readonly PermissionDefinition[] }) {
  const t = useTranslation();
  const linked = new Set(
    definitions.flatMap(({ id, containedPermissionIds }) =>
      containedPermissionIds.length > 0 ? [id, ...containedPermissionIds] : [],
    ),
  );
  const shown = definitions.filter(({ id }) => linked.has(id));
  if (shown.length === 0) return null;
  return (
    <Card
      title={t("What contains what")}
      description={t("Arrows lead to what a permission contains: users who hold it hold that as well.")}
    >
      <Drawing definitions={shown} />
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer font-medium text-ink">{t("As a list")}</summary>
        <div className="pt-2">
          <Branches nodes={containmentTrees(shown)} label={t("What contains what")} />
        </div>
      </details>
    </Card>
  );
}

const maxLabelLength = 23;

function Drawing({ definitions }: { definitions: readonly PermissionDefinition[] }) {
  const t = useTranslation();
  const arrow = useId();
  const { nodes, edges, width, height, node } = layOut(definitions);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is scrolled by the keyboard where it does not fit
    <section aria-label={t("Graph of permissions")} tabIndex={0} className="overflow-x-auto">
      {/* Room for the lines of circles, which bow to the right. */}
      <svg
        role="img"
        aria-label={t(
          "Graph of {count, plural, one {# permission} other {# permissions}}. The list below says the same.",
          {
            count: nodes.length,
          },
        )}
        width={width + 32}
        height={height + 2}
        viewBox={`-1 -1 ${width + 32} ${height + 2}`}
        className="max-w-none"
      >
        <defs>
          <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0.5 7 4 0 7.5z" className="fill-line-strong" />
          </marker>
        </defs>
        {edges.map(({ from, to, path }) => (
          <path
            key={`${from} ${to}`}
            d={path}
            fill="none"
            strokeWidth="1.5"
            markerEnd={`url(#${arrow})`}
            className="stroke-line-strong"
          />
        ))}
        {nodes.map(({ id, x, y, isSystem }) => (
          <g key={id} transform={`translate(${x} ${y})`}>
            <title>{id}</title>
            <rect
              width={node.width}
              height={node.height}
              rx="8"
              className={isSystem ? "fill-surface stroke-line-strong" : "fill-accent-soft stroke-accent"}
            />
            <text x="10" y={node.height / 2 + 4} className="fill-ink font-mono text-2xs">
              {id.length > maxLabelLength ? `${id.slice(0, maxLabelLength - 1)}…` : id}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

function Branches({ nodes, label }: { nodes: readonly ContainmentNode[]; label?: string }) {
  const t = useTranslation();
  return (
    <ul aria-label={label} className="flex flex-col gap-1 border-s border-line ps-4">
      {nodes.map(({ id, contains, isCircular }) => (
        <li key={id} className="flex flex-col gap-1">
          <span className="text-ink">
            <span className="font-mono text-2xs wrap-anywhere">{id}</span>
            {isCircular && <span className="text-ink-soft"> · {t("a circle, named above already")}</span>}
          </span>
          {contains.length > 0 && <Branches nodes={contains} />}
        </li>
      ))}
    </ul>
  );
}

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
