import { Fact, Facts } from "../../ui/layout/facts";
import { useTranslation } from "../../ui/translation/use-translation";

/** What is paid, in words. */
export function Total({ text }: { text: string }) {
  const t = useTranslation();
  return (
    <Facts label={t("Total")}>
      <Fact name={t("Total")}>
        <span aria-live="polite">{text}</span>
      </Fact>
    </Facts>
  );
}
