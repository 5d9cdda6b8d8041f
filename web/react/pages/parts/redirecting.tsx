import { Spinner } from "../../../ui/feedback/spinner";
import { useTranslation } from "../../../ui/translation/use-translation";

/** Shown until the browser has left the page. */
export function Redirecting() {
  const t = useTranslation();
  return (
    <div className="flex justify-center py-10 text-ink-soft">
      <Spinner label={t("Taking you on")} className="size-6" />
    </div>
  );
}
