import { use, useEffect, useRef, useState } from "react";
import { useReportFailure } from "../feedback/report-failure";
import type { Language } from "../translation/languages";
import { translationOf } from "../translation/load-translation";
import { LanguageChoiceContext, useTranslation } from "../translation/use-translation";

/** Each language by its own name, which its speakers find whatever the page is in. */
const names: Readonly<Record<Language, string>> = {
  "id-ID": "Bahasa Indonesia",
  "de-DE": "Deutsch",
  "en-US": "English",
  "es-ES": "Español",
  "fr-FR": "Français",
  "fr-CA": "Français (Canada)",
  "it-IT": "Italiano",
  "nl-NL": "Nederlands",
  "pl-PL": "Polski",
  "pt-BR": "Português (Brasil)",
  "pt-PT": "Português (Portugal)",
  "tr-TR": "Türkçe",
  "ru-RU": "Русский",
  "he-IL": "עברית",
  ar: "العربية",
  "hi-IN": "हिन्दी",
  "ja-JP": "日本語",
  "ko-KR": "한국어",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

/** Chooses the language of the pages and components of its provider, in the browser's own list, which opens at once. */
export function LanguageChooser() {
  const t = useTranslation();
  const choose = use(LanguageChoiceContext);
  const reportFailure = useReportFailure();
  const [loading, setLoading] = useState<Language>();
  const select = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    select.current?.focus();
    try {
      select.current?.showPicker();
    } catch {
      // Safari opens it by another click.
    }
  }, []);

  async function change(language: Language) {
    setLoading(language);
    try {
      // What is shown stays as it is where the texts cannot be loaded.
      await translationOf(language);
      choose?.(language);
    } catch (error) {
      reportFailure(error);
    } finally {
      setLoading(undefined);
    }
  }

  return (
    <select
      ref={select}
      aria-label={t("Language of this page")}
      value={loading ?? t.language}
      onChange={({ target }) => change(target.value as Language)}
      className="h-9 cursor-pointer rounded-control bg-transparent"
    >
      {(Object.keys(names) as Language[]).map((language) => (
        <option key={language} value={language} lang={language} className="bg-surface text-ink">
          {names[language]}
        </option>
      ))}
    </select>
  );
}
