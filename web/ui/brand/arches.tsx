import { classNames } from "../theme/class-names";

/** Pixels from one arch to the next, horizontally and vertically. */
const step = { side: 64, above: 44 };

/**
 * Concentric arches behind a card. Has to be the first child of a `relative isolate` element; `className` sets how far
 * down they reach (`bottom-…`).
 */
export function Arches({ count = 3, scale = 1, className }: { count?: number; scale?: number; className?: string }) {
  return Array.from({ length: count }, (_, index) => {
    const rank = index + 1;
    const side = rank * step.side * scale;
    const above = rank * step.above * scale;
    return (
      <span
        key={rank}
        aria-hidden="true"
        className={classNames(
          "pointer-events-none absolute -z-10 hidden border border-b-0 border-line sm:block",
          className,
        )}
        style={{
          left: -side,
          right: -side,
          top: -above,
          borderTopLeftRadius: `50% ${120 + above}px`,
          borderTopRightRadius: `50% ${120 + above}px`,
          opacity: 1 - index / (count + 1),
        }}
      />
    );
  });
}
