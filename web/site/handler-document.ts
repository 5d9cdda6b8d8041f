import { chooseLanguage, type Language, languages } from "../ui/translation/languages";
import { type FormPage, formPageAt, formPages } from "./form-pages";

/** Holds what a document has: a page in a language. */
export interface HandlerDocument {
  language: Language;
  /** The form that it has; undefined for a frame. */
  form: FormPage | undefined;
}

/** All documents of handler pages. */
export const handlerDocuments: readonly HandlerDocument[] = languages.flatMap((language) =>
  [...formPages, undefined].map((form) => ({ language, form })),
);

/** Their address is below the others', but their code is the dashboard's. */
const accountSettings = /^\/handler\/account-settings(\/|$)/;

/**
 * The document for a handler page, in the best language for its reader, as `pageLanguage` finds it too. Undefined for a page that
 * has the site's.
 *
 * @param header a header of the request
 */
export function handlerDocument(
  { pathname, searchParams }: URL,
  header: (name: "accept-language" | "cookie") => string | null | undefined,
): HandlerDocument | undefined {
  if (!pathname.startsWith("/handler/") || accountSettings.test(pathname)) return undefined;
  const [, chosen] = /(?:^|; )gatehouse-lang=([\w-]+)/.exec(header("cookie") ?? "") ?? [];
  const wanted = [chosen, searchParams.get("lang"), header("accept-language")].filter(Boolean).join(",");
  return { language: chooseLanguage(wanted), form: formPageAt(pathname) };
}

/** Returns where a document is on the site, without an extension, as Pages serves it. */
export function documentPath({ language, form }: HandlerDocument): string {
  return `/handler/${language}/${form ?? "loading"}`;
}
