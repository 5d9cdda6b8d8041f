import { Badge } from "../../ui/feedback/badge";
import { useTranslation } from "../../ui/translation/use-translation";

/** Marks the button of the way to sign in that this browser used last. */
export function LastUsedMark() {
  const t = useTranslation();
  return (
    <span className="absolute -top-2.5 end-2">
      <Badge tone="accent">{t("Last used")}</Badge>
    </span>
  );
}
