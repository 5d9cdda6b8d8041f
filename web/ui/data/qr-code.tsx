import { encode } from "uqr";

/** Width of the white border, in modules; cameras need it to find the code (ISO/IEC 18004 section 6.3.8). */
const quietZone = 4;

/** A text as a QR code: black on white in every theme, because many cameras read no other. `label` is for screen readers. */
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

/** The dark modules as one path, with a rectangle for each run. */
function outline(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => {
      const text = row.map((isDark) => (isDark ? "1" : "0")).join("");
      return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join("");
}
