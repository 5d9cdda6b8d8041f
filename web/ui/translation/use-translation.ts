import { createContext, use } from "react";
import { english, type Translate } from "./translate";

/** The language of the pages below; English without a provider. */
export const TranslationContext = createContext<Translate>(english);

/** Writes messages in the language of the nearest provider. */
export function useTranslation(): Translate {
  return use(TranslationContext);
}
