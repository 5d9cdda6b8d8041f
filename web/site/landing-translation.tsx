import { type ReactNode, use, useDeferredValue, useMemo } from "react";
import { type Language, variants } from "../ui/translation/languages";
import { messagesOf } from "../ui/translation/load-translation";
import type { Message as PagesMessage, Parts, Values } from "../ui/translation/message";
import type { Messages } from "../ui/translation/message-writer";
import { english, translation } from "../ui/translation/translate";
import { LanguageChoiceContext, TranslationContext, useTranslation } from "../ui/translation/use-translation";
import type texts from "./landing-texts.json";
import { loadPageLanguage, pageLanguage, usePageLanguage } from "./language";

type Message = PagesMessage | keyof typeof texts;

/** Writes the texts of the landing page, and those of the components on it. */
type Translate = {
  <Text extends Message>(message: Text, ...values: Values<Text>): string;
  rich<Text extends Message>(message: Text, parts: Parts<Text, ReactNode>): ReactNode;
  readonly language: string;
};

/** The build makes a module of each language. */
const catalogues: Partial<Record<Language, Readonly<Record<string, () => Promise<Messages>>>>> = {
  ar: import.meta.glob<Messages>("./landing-texts.json", { query: "?language=ar", import: "default" }),
  "de-DE": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=de-DE", import: "default" }),
  "es-ES": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=es-ES", import: "default" }),
  "fr-FR": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=fr-FR", import: "default" }),
  "he-IL": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=he-IL", import: "default" }),
  "hi-IN": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=hi-IN", import: "default" }),
  "id-ID": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=id-ID", import: "default" }),
  "it-IT": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=it-IT", import: "default" }),
  "ja-JP": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=ja-JP", import: "default" }),
  "ko-KR": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=ko-KR", import: "default" }),
  "nl-NL": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=nl-NL", import: "default" }),
  "pl-PL": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=pl-PL", import: "default" }),
  "pt-BR": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=pt-BR", import: "default" }),
  "ru-RU": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=ru-RU", import: "default" }),
  "tr-TR": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=tr-TR", import: "default" }),
  "zh-CN": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=zh-CN", import: "default" }),
  "zh-TW": import.meta.glob<Messages>("./landing-texts.json", { query: "?language=zh-TW", import: "default" }),
};

const translations = new Map<Language, Promise<Translate>>();

/** The same promise at each call, as `use` needs it. */
function translationOf(language: Language): Promise<Translate> {
  const known = translations.get(language);
  if (known) return known;
  const loading = load(language);
  translations.set(language, loading);
  return loading;
}

async function load(language: Language): Promise<Translate> {
  const texts = catalogues[variants[language] ?? language]?.["./landing-texts.json"];
  try {
    const [ofPages, own] = await Promise.all([messagesOf(language), texts?.()]);
    return translation(language, { ...ofPages, ...own }) as Translate;
  } catch {
    // The page is read in English rather than not at all.
    return english as Translate;
  }
}

/** Loads the texts of the landing page before it is shown, and says its language in the document. */
export async function loadLanding(): Promise<void> {
  await Promise.all([loadPageLanguage(), translationOf(pageLanguage())]);
}

/** Shows the landing page in the language of the site's pages. */
export function LandingTranslation({ children }: { children: ReactNode }) {
  const { lang, onLanguageChange } = usePageLanguage();
  const translate = use(translationOf(useDeferredValue(lang)));
  const value = useMemo(() => ({ translate, onServer: translate }), [translate]);
  return (
    <LanguageChoiceContext value={onLanguageChange}>
      <TranslationContext value={value}>{children}</TranslationContext>
    </LanguageChoiceContext>
  );
}

export function useLandingTranslation(): Translate {
  return useTranslation() as Translate;
}
