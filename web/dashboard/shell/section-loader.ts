import type { Area } from "../translation/areas";
import type { DashboardContext, PageReads } from "./start-reads";

/**
 * Loads the code of a section, and resolves once the section's texts are there, too: a route's component shows at once in the
 * language of the dashboard.
 */
interface SectionPages<Pages> {
  (): Promise<Pages>;
  /** The code alone, for what needs no texts. */
  code: () => Promise<Pages>;
}

/**
 * The pages of a section.
 *
 * @param area whose texts they show, beside those of the frame
 * @param code imports the module of the section
 */
export function sectionPages<Pages>(area: Area, code: () => Promise<Pages>): SectionPages<Pages> {
  const texts = async () => (await import("../translation/load-translation")).loadSectionTexts(area);
  const pages = async () => {
    const [loaded] = await Promise.all([code(), texts()]);
    return loaded;
  };
  return Object.assign(pages, { code });
}

/** What a route's loader is called with. TypeScript cannot infer it below a parent that is a type parameter. */
interface LoaderArguments {
  context: object;
  params: object;
  deps?: unknown;
}

/**
 * Starts what a page reads first, in the loader of its route. The page waits for its code only: what is read shows when it
 * arrives.
 *
 * @param pages the page's section, for whose texts the reads do not wait
 * @param choose chooses the reads, from the names in the address and from what `loaderDeps` made of its search
 */
export async function startReads<Pages, Address extends object, Search>(
  { context, params, deps }: LoaderArguments,
  pages: SectionPages<Pages>,
  choose: (pages: Pages, address: Address, search: Search) => PageReads,
): Promise<void> {
  const [loaded, { startPageReads }] = await Promise.all([pages.code(), import("./start-reads")]);
  void startPageReads(context as DashboardContext, choose(loaded, params as Address, deps as Search));
}
