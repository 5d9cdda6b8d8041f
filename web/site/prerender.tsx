import { Suspense } from "react";
import { prerender } from "react-dom/static";
import { GatehouseHandler } from "../react";
import { Prerendered } from "../react/hooks/prerendered";
import { createMockApp } from "../react/mock/mock-app";
import { pages } from "../react/pages/page-registry";
import type { Language } from "../ui/translation/languages";
import { translationOf } from "../ui/translation/load-translation";
import { BrandSkeleton } from "./brand";
import type { FormPage } from "./form-pages";
import type { HandlerDocument } from "./handler-document";

/** Holds what a document has in its elements. */
export interface PrerenderedPage extends HandlerDocument {
  title: string | undefined;
  html: string;
}

/** Renders a handler page as its document has it, before its project is known. */
export async function prerenderPage({ language, form }: HandlerDocument): Promise<PrerenderedPage> {
  const translate = await translationOf(language);
  return { language, form, title: form && translate(pages[form].title), html: await render(language, form) };
}

async function render(language: Language, form: FormPage | undefined): Promise<string> {
  const { prelude } = await prerender(
    <Prerendered>
      <Suspense>
        <GatehouseHandler
          app={createMockApp({})}
          lang={language}
          onLanguageChange={() => undefined}
          location={form && `/handler/${form}`}
          fullPage
          brand={<BrandSkeleton />}
        />
      </Suspense>
    </Prerendered>,
  );
  return new Response(prelude).text();
}
