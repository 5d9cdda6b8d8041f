import { type ReactNode, use, useLayoutEffect, useMemo } from "react";
import { chooseLanguage } from "../../ui/translation/languages";
import { TranslationContext } from "../../ui/translation/use-translation";
import { loadDashboardTranslation } from "./load-translation";

/** Shows the dashboard in the best language of the browser. Suspends while its texts load. */
export function DashboardTranslation({ children }: { children: ReactNode }) {
  const language = chooseLanguage(navigator.languages);
  const translate = use(loadDashboardTranslation(language));
  const value = useMemo(() => ({ translate, onServer: translate }), [translate]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}
