import { useTranslation } from "../translation/use-translation";
/** The last characters of a key, which are shown after its creation. */
export function MaskedKey({ lastFour }: { lastFour: string }) {
  const t = useTranslation();
  return (
    <span className="font-mono text-xs whitespace-nowrap text-ink">
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t("ends in")} </span>
      {lastFour}
    </span>
  );
}
