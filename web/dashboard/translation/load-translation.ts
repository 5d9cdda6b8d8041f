import { chosenLanguage as chosenOnPages } from "../../ui/translation/language-choice";
import { type Language, variants } from "../../ui/translation/languages";
import type { Messages } from "../../ui/translation/message-writer";
import { translation } from "../../ui/translation/translate";
import { chooseDashboardLanguage, dashboardLanguageOf } from "./languages";
import type { Section } from "./message";
import type { Translate } from "./use-translation";

/** The texts of all sections in each language. The build makes a module of each. */
const catalogues: Partial<Record<Language, Readonly<Record<string, () => Promise<Messages>>>>> = {
  "de-DE": import.meta.glob<Messages>("./texts/*.json", { query: "?language=de-DE", import: "default" }),
  "es-ES": import.meta.glob<Messages>("./texts/*.json", { query: "?language=es-ES", import: "default" }),
  "fr-FR": import.meta.glob<Messages>("./texts/*.json", { query: "?language=fr-FR", import: "default" }),
  "it-IT": import.meta.glob<Messages>("./texts/*.json", { query: "?language=it-IT", import: "default" }),
  "ja-JP": import.meta.glob<Messages>("./texts/*.json", { query: "?language=ja-JP", import: "default" }),
  "ko-KR": import.meta.glob<Messages>("./texts/*.json", { query: "?language=ko-KR", import: "default" }),
  "pt-BR": import.meta.glob<Messages>("./texts/*.json", { query: "?language=pt-BR", import: "default" }),
  "zh-CN": import.meta.glob<Messages>("./texts/*.json", { query: "?language=zh-CN", import: "default" }),
  "zh-TW": import.meta.glob<Messages>("./texts/*.json", { query: "?language=zh-TW", import: "default" }),
};

const translations = new Map<Language, { translate: Translate; messages: Record<string, string> }>();
const openedSections = new Set<Section>();
const loads = new Map<string, Promise<unknown>>();
const listeners = new Set<() => void>();
let shown: Language | undefined;

/** The language that was chosen, else the best of this browser's. */
export function dashboardLanguage(): Language {
  shown ??= chosenLanguage() ?? languageOfBrowser();
  return shown;
}

/** What was chosen on the landing page or to sign in comes before what the browser is set to. */
function languageOfBrowser(): Language {
  return chooseDashboardLanguage([chosenOnPages() ?? [], navigator.languages].flat());
}

/** Calls `listener` when another language is shown. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the dashboard in a language from now on, once its texts are loaded, and keeps the choice.
 *
 * @param chosen undefined for the best language of the browser
 */
export async function changeLanguage(chosen: Language | undefined): Promise<void> {
  const language = chosen ?? languageOfBrowser();
  await loadDashboardTranslation(language);
  // Those of sections that were opened since the language was last shown.
  await Promise.all([...openedSections].map((section) => addSection(section, language)));
  storeLanguage(chosen);
  shown = language;
  for (const listener of listeners) listener();
}

/**
 * Loads the texts of the frame and of all sections that were opened. Returns the same promise at each call, because `use` needs
 * that. The promise is marked once it is fulfilled, so that another language replaces what is shown without a fallback in
 * between. Texts of sections that are opened later are added to the same translation.
 */
export function loadDashboardTranslation(language: Language): Promise<Translate> {
  return once(language, async () => {
    await Promise.all((["frame", ...openedSections] as const).map((section) => addSection(section, language)));
    return translationIn(language).translate;
  });
}

/** Loads the texts of a section in the language of the dashboard. */
export function loadSectionTexts(section: Section): Promise<void> {
  openedSections.add(section);
  return addSection(section, dashboardLanguage());
}

function addSection(section: Section, language: Language): Promise<void> {
  return once(`${language} ${section}`, async () => {
    Object.assign(translationIn(language).messages, await messagesOfSection(section, language));
  });
}

/** English texts are in the source. A variant of a language has the texts of the other one. */
async function messagesOfSection(section: Section, language: Language): Promise<Messages> {
  return (await catalogues[variants[language] ?? language]?.[`./texts/${section}.json`]?.()) ?? {};
}

function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = loads.get(key);
  if (known) return known as Promise<T>;
  const loading = load();
  loads.set(key, loading);
  loading.then(
    // As React marks promises that it has waited for: `use` then reads them at once, and has to be called at each render.
    (value) => Object.assign(loading, { status: "fulfilled", value }),
    // An error of the network passes, so the next render may try again.
    () => loads.delete(key),
  );
  return loading;
}

/** A translation stays the same when messages are added, so nothing that is shown renders again. */
function translationIn(language: Language) {
  const known = translations.get(language);
  if (known) return known;
  const messages = {};
  const growing = { translate: translation(language, messages) as Translate, messages };
  translations.set(language, growing);
  return growing;
}

const storageKey = "gatehouse-dashboard-language";

/** The language that was chosen for the dashboard in this browser; undefined while it follows the browser's. */
export function chosenLanguage(): Language | undefined {
  try {
    return dashboardLanguageOf(localStorage.getItem(storageKey));
  } catch {
    // Some privacy modes and frames refuse storage: follow the browser.
    return undefined;
  }
}

/** Keeps the choice; undefined takes it away. */
function storeLanguage(language: Language | undefined): void {
  try {
    if (language) localStorage.setItem(storageKey, language);
    else localStorage.removeItem(storageKey);
  } catch {
    // Not kept, but used until the page is left.
  }
}
