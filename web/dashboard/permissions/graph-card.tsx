import { useId } from "react";
import type { PermissionDefinition } from "../../kit";
import { Card } from "../../ui/layout/card";
import { useTranslation } from "../translation/use-translation";
import { type ContainmentNode, containmentTrees } from "./containment";
import { layOut } from "./graph-layout";

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
