import {
  type AnyRoute,
  createRoute,
  lazyRouteComponent,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type RouteComponent,
} from "@tanstack/react-router";
import type { Section } from "../translation/message";
import type { DashboardContext, PageReads } from "./start-reads";

type SearchParser = ((search: Record<string, unknown>) => object) | undefined;

/** The module of a page. What its component renders is of no interest, or the type of routes would depend on itself. */
type PageModule<Path extends string, Deps, Name extends string> = Record<Name, () => void> & {
  /** Without it, not even the owner is read first. */
  reads?: PageReads<ResolveParams<Path>, Deps>;
};

/** A page of the dashboard. */
interface Page<Path, Parser extends SearchParser, Deps, Module, Name> {
  path: Path;
  /** Names the section whose texts it shows, beside those of the frame: that of the first part of its path where it is absent. */
  section?: Section;
  search?: Parser;
  /** Returns what its reads depend on, of its search: they start again when it changes. */
  deps?: (search: ReturnType<NonNullable<Parser>>) => Deps;
  load: () => Promise<Module>;
  /** The component that its module exports. */
  page: Name;
}

/**
 * Returns what makes the routes of pages below `parent`.
 *
 * @param pending stands in the place of a page whose code takes longer than a moment
 */
export function pagesBelow<Parent extends AnyRoute>(parent: Parent, pending?: RouteComponent) {
  return <
    const Path extends string,
    Name extends string,
    Module extends PageModule<Path, Deps, Name>,
    Parser extends SearchParser = undefined,
    Deps = undefined,
  >({
    path,
    section = path.split("/")[0] as Section,
    search,
    deps,
    load,
    page,
  }: Page<Path, Parser, Deps, Module, Name>) =>
    createRoute<unknown, Parent, Path, ResolveFullPath<Parent, Path>, string, ResolveId<Parent, string, Path>, Parser>({
      getParentRoute: () => parent,
      path,
      validateSearch: search,
      loaderDeps: deps && (({ search }: { search: never }) => deps(search)),
      loader: (opened: OpenedRoute) => openPage(opened, section, load),
      component: lazyRouteComponent(load, page as never),
      pendingComponent: pending,
      // TypeScript cannot follow the options of a route below a parent that is a type parameter.
    } as never);
}

/** Holds what a route's loader is called with. */
interface OpenedRoute {
  context: DashboardContext;
  params: never;
  deps: never;
}

/**
 * Starts what a page reads first, and loads its texts. The page waits for its code and texts only: what is read shows when it
 * arrives.
 */
async function openPage(
  { context, params, deps }: OpenedRoute,
  section: Section,
  load: () => Promise<{ reads?: PageReads<never, never> }>,
): Promise<void> {
  const start = async () => {
    const [{ reads }, { startPageReads }] = await Promise.all([load(), context.frame()]);
    if (reads) void startPageReads(context, reads, params, deps);
  };
  const loadTexts = async () => (await context.frame()).loadSectionTexts(section);
  await Promise.all([start(), loadTexts()]);
}
