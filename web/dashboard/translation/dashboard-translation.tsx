import { type ReactNode, use, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { TranslationContext } from "../../ui/translation/use-translation";
import { dashboardLanguage, loadDashboardTranslation, onLanguageChange } from "./load-translation";

/** Shows the dashboard in the language that was chosen, else in the best of the browser's. Suspends while its texts load. */
export function DashboardTranslation({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, dashboardLanguage);
  const translate = use(loadDashboardTranslation(language));
  const value = useMemo(() => ({ translate, onServer: translate }), [translate]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}
