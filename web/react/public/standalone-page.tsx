import { LoadingPage, PageLayout } from "../components/page-layout";
import { SearchParamsContext } from "../components/page-link";
import { ProjectName } from "../components/project-name";
import { useLocation } from "../hooks/use-location";
import { Mocked } from "../mock/mocked";
import type { MockedData } from "../mock/mocked-data";
import type { HandlerPage } from "../pages/handler-route";
import { type PageProps as AnyPageProps, pages } from "../pages/page-registry";
import { Scoped } from "../theme/gatehouse-theme";

/** Holds what every page takes that a website shows by itself. */
export type PageProps = {
  /** Fills the window; otherwise it is a card in the website's page. */
  fullPage?: boolean;
};

/** Holds what pages take that an email or another program leads to. */
export type CodePageProps = PageProps & {
  /** The query of the page's address, as a router has it; by default that of the address bar. */
  searchParams?: URLSearchParams | Readonly<Record<string, string>>;
};

type StandalonePageProps = CodePageProps & {
  page: HandlerPage;
  pageProps?: Partial<AnyPageProps>;
  mock?: MockedData;
};

/** The pages that show nothing of use without the query of the address. */
const codePages: ReadonlySet<HandlerPage> = /* @__PURE__ */ new Set<HandlerPage>([
  "email-verification",
  "password-reset",
  "oauth-callback",
  "magic-link-callback",
  "team-invitation",
  "cli-auth-confirm",
  "error",
]);

/** A server takes this for the query of the other pages: it is in their links only. */
const noQuery = /* @__PURE__ */ new URLSearchParams();

/** A page of the handler on a page of the website's own, with its loading and failed states. */
export function StandalonePage({ mock = {}, ...props }: StandalonePageProps) {
  return (
    <Scoped>
      <Mocked mock={mock}>
        <PageLayout fullPage={props.fullPage} wide={pages[props.page].wide} brand={<ProjectName />}>
          <PageContent {...props} />
        </PageLayout>
      </Mocked>
    </Scoped>
  );
}

/** Apart from the layout, so that a change of the address renders nothing around that is still being hydrated. */
function PageContent({ page, pageProps, fullPage, searchParams }: Omit<StandalonePageProps, "mock">) {
  const current = useQueryOfPage(searchParams);
  const query = current ?? (codePages.has(page) ? undefined : noQuery);
  const { Page, wide } = pages[page];
  if (!query) return <LoadingPage wide={wide} />;
  return (
    <SearchParamsContext value={query}>
      <Page {...pageProps} fullPage={fullPage} searchParams={query} />
    </SearchParamsContext>
  );
}

/** Undefined on a server that was not given one. */
function useQueryOfPage(given: CodePageProps["searchParams"]): URLSearchParams | undefined {
  const location = useLocation();
  if (given) return new URLSearchParams(given as URLSearchParams);
  return location === undefined ? undefined : new URL(location, "https://page.invalid").searchParams;
}
