import { type ReactNode, use, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { Language } from "../../ui/translation/languages";
import { TranslationContext } from "../../ui/translation/use-translation";
import { messages as english } from "./catalogues/en-US";
import { changeLanguage, dashboardLanguage, loadDashboardTranslation, onLanguageChange } from "./load-translation";

/** Shows the dashboard in the language that was chosen, else in the best of the browser's. Suspends while its texts load. */
export function DashboardTranslation({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(onLanguageChange, dashboardLanguage);
  const translate = use(loadDashboardTranslation(language, english));
  const value = useMemo(() => ({ translate, onServer: translate }), [translate]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}

/** Shows the dashboard in a language once its texts are loaded, and keeps the choice; undefined follows the browser. */
export function chooseDashboardLanguage(language: Language | undefined): Promise<void> {
  return changeLanguage(language, english);
}
