import type { Section } from "../translation/message";
import type { DashboardContext, PageReads } from "./start-reads";

/** Loads the code of a section, whose texts it shows beside the frame's. */
interface SectionPages<Pages> {
  (): Promise<Pages>;
  section: Section;
}

/**
 * The pages of a section.
 *
 * @param section whose texts they show, beside those of the frame
 * @param code imports the module of the section
 */
export function sectionPages<Pages>(section: Section, code: () => Promise<Pages>): SectionPages<Pages> {
  return Object.assign(code, { section });
}

/** What a route's loader is called with. TypeScript cannot infer it below a parent that is a type parameter. */
interface LoaderArguments {
  context: object;
  params: object;
  deps?: unknown;
}

/** Loads the texts of a section, in the loader of its route: its component then shows at once in the language of the dashboard. */
export async function loadTexts(
  { context }: Pick<LoaderArguments, "context">,
  { section }: { section: Section },
): Promise<void> {
  const { loadSectionTexts } = await (context as DashboardContext).frame();
  await loadSectionTexts(section);
}

/**
 * Starts what a page reads first, in the loader of its route, and loads its texts. The page waits for its code and texts only: what is
 * read shows when it arrives.
 *
 * @param pages the page's section, for whose texts the reads do not wait
 * @param choose chooses the reads, from the names in the address and from what `loaderDeps` made of its search
 */
export async function startReads<Pages, Address extends object, Search>(
  { context, params, deps }: LoaderArguments,
  pages: SectionPages<Pages>,
  choose: (pages: Pages, address: Address, search: Search) => PageReads,
): Promise<void> {
  const dashboard = context as DashboardContext;
  const start = async () => {
    const [loaded, { startPageReads }] = await Promise.all([pages(), dashboard.frame()]);
    void startPageReads(dashboard, choose(loaded, params as Address, deps as Search));
  };
  await Promise.all([start(), loadTexts({ context }, pages)]);
}
