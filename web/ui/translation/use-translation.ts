import { createContext, use, useSyncExternalStore } from "react";
import { directionOf, type Language } from "./languages";
import { english, type Translate } from "./translate";

/** A language, and the one in which a server has rendered the page, which knows nothing of the browser's. */
export interface Shown {
  readonly translate: Translate;
  readonly onServer: Translate;
}

/** The language of the pages below; English without a provider. */
export const TranslationContext = createContext<Shown>({ translate: english, onServer: english });

/** Shows the pages below in another language; null where a website has fixed theirs. */
export const LanguageChoiceContext = createContext<((language: Language) => void) | null>(null);

/**
 * Writes messages in the language of the nearest provider. A part of the page that is hydrated after the provider has turned
 * to the browser's language begins in the server's, too.
 */
export function useTranslation(): Translate {
  const { translate, onServer } = use(TranslationContext);
  return useSyncExternalStore(
    neverChanges,
    () => translate,
    () => onServer,
  );
}

/** The attributes of an element around messages. */
export function useLanguageAttributes() {
  const { language } = useTranslation();
  return { lang: language, dir: directionOf(language) };
}

/** Of a snapshot that changes only when its component renders again. */
export function neverChanges(): () => void {
  return () => undefined;
}
