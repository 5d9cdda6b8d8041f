import { classNames } from "../theme/class-names";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";

const levels = [
  { word: "Weak", text: "text-danger", bar: "bg-danger" },
  { word: "Fair", text: "text-warning", bar: "bg-warning" },
  { word: "Good", text: "text-success", bar: "bg-success" },
  { word: "Strong", text: "text-success", bar: "bg-success" },
] as const satisfies { word: PlainMessage; text: string; bar: string }[];

/** Shows how strong a password is: a word, which screen readers announce when it changes, and bars. */
export function StrengthMeter({ strength }: { strength: 1 | 2 | 3 | 4 }) {
  const t = useTranslation();
  const { word, text, bar } = levels[strength - 1] ?? levels[0];
  const shown = t(word);
  return (
    <span className="inline-flex items-center gap-2">
      <meter
        aria-label={t("Password strength")}
        min={0}
        max={levels.length}
        value={strength}
        aria-valuetext={shown}
        className="sr-only"
      />
      <span aria-hidden="true" className="inline-flex gap-1">
        {levels.map((level, index) => (
          <span
            key={level.word}
            className={classNames("h-1 w-5 rounded-full", index < strength ? bar : "bg-line-strong/40")}
          />
        ))}
      </span>
      <span role="status" className={classNames("min-w-11 text-end font-medium", text)}>
        <span className="sr-only">{t("Password strength:")} </span>
        {shown}
      </span>
    </span>
  );
}
