import GlobeIcon from "lucide-react/icons/globe";
import { type ComponentType, use, useState } from "react";
import { useReportFailure } from "../feedback/report-failure";
import { LanguageChoiceContext, useTranslation } from "../translation/use-translation";

/**
 * Names the language of the page, and has another one chosen: the list is loaded by a click, as few people need it. Shows nothing
 * where the website has fixed the language.
 */
export function LanguageButton() {
  const t = useTranslation();
  const hasChoice = use(LanguageChoiceContext) !== null;
  const reportFailure = useReportFailure();
  const [Chooser, setChooser] = useState<ComponentType>();
  if (!hasChoice) return null;
  return (
    <div className="inline-flex items-center gap-2 text-sm text-ink-soft hover:text-ink [&_svg]:size-4">
      <GlobeIcon />
      {Chooser ? (
        <Chooser />
      ) : (
        <button
          type="button"
          className="h-9 rounded-control"
          onClick={() => {
            import("./language-chooser").then(
              ({ LanguageChooser }) => setChooser(() => LanguageChooser),
              reportFailure,
            );
          }}
        >
          <span className="sr-only">{t("Language of this page")}</span> {t("English")}
        </button>
      )}
    </div>
  );
}
