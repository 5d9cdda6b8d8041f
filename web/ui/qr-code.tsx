import { encode } from "uqr";

/** Modules of white around the code, without which cameras do not find it (ISO/IEC 18004 section 6.3.8). */
const quietZone = 4;

/** A text as a QR code: dark on white in every theme, because many cameras read no other. `label` says what it is for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-full rounded-control border border-line bg-white"
    >
      <path d={outline(data)} fill="black" />
    </svg>
  );
}

/** The dark modules as one path, a rectangle to a run. */
function outline(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => {
      const text = row.map((isDark) => (isDark ? "1" : "0")).join("");
      return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join("");
}
