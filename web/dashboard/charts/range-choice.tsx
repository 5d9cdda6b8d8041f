import { SegmentedControl } from "../forms/segmented-control";
import { useTranslation } from "../translation/use-translation";
import { type Range, ranges } from "./range";

/** Chooses how many days the charts show. */
export function RangeChoice({ value, onValueChange }: { value: Range; onValueChange: (range: Range) => void }) {
  const t = useTranslation();
  return (
    <SegmentedControl
      label={t("Days")}
      options={ranges.map((count) => ({ value: String(count), label: t("{count} days", { count }) }))}
      value={String(value)}
      onValueChange={(chosen) => onValueChange(ranges.find((range) => String(range) === chosen) ?? value)}
    />
  );
}
