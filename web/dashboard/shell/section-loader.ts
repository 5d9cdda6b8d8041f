import type { SectionPages } from "../translation/section-pages";
import type { DashboardContext, PageReads } from "./start-reads";

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
