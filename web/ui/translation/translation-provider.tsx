import { type ReactNode, use, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { bestLanguage, type Language } from "./languages";
import { type TranslationOverrides, translationOf } from "./load-translation";
import { neverChanges, TranslationContext } from "./use-translation";

export type TranslationProps = {
  /** A BCP 47 tag, such as `de-DE`. Without one, or where there are no texts for it, the browser's languages decide. */
  lang?: string;
  /** Own texts in place of the components' ones, by their English text; placeholders such as `{email}` stay. */
  translationOverrides?: TranslationOverrides;
};

/** The language of the components inside. Suspends while its texts load; `loadTranslation` loads them before. */
export function TranslationProvider({
  lang,
  translationOverrides,
  children,
}: TranslationProps & { children: ReactNode }) {
  // A server that renders for any browser writes English. What follows from the browser's languages then replaces it in the
  // background, without a fallback in between.
  const language = useDeferredValue(
    useSyncExternalStore(
      neverChanges,
      () => shownLanguage(lang, navigator.languages),
      () => shownLanguage(lang),
    ),
  );
  const translate = use(translationOf(language, translationOverrides));
  const onServer = use(translationOf(shownLanguage(lang), translationOverrides));
  const value = useMemo(() => ({ translate, onServer }), [translate, onServer]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}

/** The language that is shown for a tag: without one, or without texts for it, the best of those that are preferred. */
export function shownLanguage(lang: string | undefined, preferred: readonly string[] = []): Language {
  return bestLanguage([...(lang ? [lang] : []), ...preferred]);
}
