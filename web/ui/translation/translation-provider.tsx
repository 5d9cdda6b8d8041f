import { type ReactNode, use, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { chosenLanguage, keepLanguage, onLanguageChosen } from "./language-choice";
import { bestLanguage, type Language } from "./languages";
import { type TranslationOverrides, translationOf } from "./load-translation";
import { LanguageChoiceContext, TranslationContext } from "./use-translation";

export type TranslationProps = {
  /**
   * A BCP 47 tag, such as `de-DE`. Without one, people may choose the language, which this browser then keeps. Where neither has texts,
   * the browser's languages decide.
   */
  lang?: string;
  /** Lets people choose the language also where `lang` is given: called with their choice, which is to become `lang`. */
  onLanguageChange?: (language: Language) => void;
  /** Own texts in place of the components' ones, by their English text; placeholders such as `{email}` stay. */
  translationOverrides?: TranslationOverrides;
};

/** The language of the components inside. Suspends while its texts load; `loadTranslation` loads them before. */
export function TranslationProvider({
  lang,
  onLanguageChange,
  translationOverrides,
  children,
}: TranslationProps & { children: ReactNode }) {
  // A server that renders for any browser writes English. What follows from the browser's languages then replaces it in the
  // background, without a fallback in between.
  const language = useDeferredValue(
    useSyncExternalStore(
      onLanguageChosen,
      () => shownLanguage(lang, [chosenLanguage() ?? [], navigator.languages].flat()),
      () => shownLanguage(lang),
    ),
  );
  const translate = use(translationOf(language, translationOverrides));
  const onServer = use(translationOf(shownLanguage(lang), translationOverrides));
  const value = useMemo(() => ({ translate, onServer }), [translate, onServer]);
  return (
    <LanguageChoiceContext value={onLanguageChange ?? (lang ? null : keepLanguage)}>
      <TranslationContext value={value}>{children}</TranslationContext>
    </LanguageChoiceContext>
  );
}

/** The language that is shown for a tag: without one, or without texts for it, the best of those that are preferred. */
export function shownLanguage(lang: string | undefined, preferred: readonly string[] = []): Language {
  return bestLanguage([...(lang ? [lang] : []), ...preferred]);
}
