import { type ReactNode, Suspense, use, useEffect, useState, useSyncExternalStore } from "react";
import type { GatehouseClientApp } from "../../kit";
import { GatehouseHandler, type GatehouseHandlerProps, GatehouseProvider, useApp } from "../../react";
import { PageLayout } from "../../react/components/page-layout";
import { useIsPrerendered } from "../../react/hooks/prerendered";
import { SupportLink } from "../../react/pages/parts/project-links";
import { Redirecting } from "../../react/pages/parts/redirecting";
import { GatehouseTheme } from "../../react/theme/gatehouse-theme";
import { ProjectBrand } from "../../ui/brand/project-brand";
import { Skeleton } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { useTitle } from "../../ui/layout/use-title";
import { onPageSchemeChange, type PageScheme, pageScheme } from "../../ui/theme/page-scheme";
import { TranslationProvider } from "../../ui/translation/translation-provider";
import { useTranslation } from "../../ui/translation/use-translation";
import { Brand, BrandSkeleton } from "../brand";
import { usePageLanguage } from "../language";
import { MessagePage, UnreachablePage } from "../message-page";
import { pageLocation } from "../mount";
import { AuthorizePage } from "./authorize-page";
import { hostedProjectId, websiteOf, withoutForeignReturn } from "./hosted-address";
import { type HostedProject, loadHostedProject } from "./hosted-project";

const ownAddress = withoutForeignReturn(window.location);
if (ownAddress !== null) window.history.replaceState(window.history.state, "", ownAddress);

const query = new URLSearchParams(window.location.search);

/**
 * Attack: logout by others. A link or redirect of any website would sign the visitor out of all websites of the project.
 * These sign out by themselves, and need the page for nothing.
 */
const componentProps: GatehouseHandlerProps["componentProps"] = { "sign-out": { asksFirst: true } };

function load(): Promise<HostedProject> {
  return loadHostedProject(hostedProjectId(window.location) ?? "", query);
}

/** Begins before React renders. What is there already must not suspend the page, or it would not be hydrated. */
let firstLoad: HostedProject | Promise<HostedProject> = load();

/** The app of the project; undefined for none. */
export async function loadApp(): Promise<GatehouseClientApp | undefined> {
  firstLoad = await firstLoad;
  return typeof firstLoad === "string" ? undefined : firstLoad.app;
}

/** The handler pages of a project that has none on a website of its own: here its users sign in. */
export function Root() {
  const [loading, setLoading] = useState(firstLoad);
  return (
    <Suspense fallback={<LoadingPage />}>
      <TranslationProvider {...usePageLanguage()}>
        <LoadedPage loading={loading} onRetry={() => setLoading(load())} />
      </TranslationProvider>
    </Suspense>
  );
}

function LoadedPage({ loading, onRetry }: { loading: HostedProject | Promise<HostedProject>; onRetry: () => void }) {
  const isPrerendered = useIsPrerendered();
  const language = usePageLanguage();
  const project = loading instanceof Promise ? use(loading) : loading;
  if (project === "unknown") return <UnknownProject />;
  if (project === "unreachable") return <UnreachablePage onRetry={onRetry} />;
  return (
    <GatehouseProvider app={project.app} translationOverrides={isPrerendered ? undefined : project.texts} {...language}>
      <GatehouseTheme theme={isPrerendered ? undefined : project.theme}>
        <ProjectPage {...project} />
      </GatehouseTheme>
    </GatehouseProvider>
  );
}

function ProjectPage({ pages: { display_name, appearance, frame_ancestors } }: Exclude<HostedProject, string>) {
  const t = useTranslation();
  const isPrerendered = useIsPrerendered();
  const scheme = useShownScheme();
  const logoUrl = (scheme === "dark" && appearance.logo_dark_url) || appearance.logo_url;
  const frame = {
    brand: (
      <Brand>
        <ProjectBrand name={display_name} logoUrl={logoUrl} />
      </Brand>
    ),
    footer: !isPrerendered && appearance.support_url && <SupportLink url={appearance.support_url} />,
  };
  switch (window.location.pathname) {
    case "/handler/authorize":
      return (
        <OwnPage title={`${t("Signing you in")} · ${display_name}`} {...frame}>
          <AuthorizePage query={query} />
        </OwnPage>
      );
    case "/handler/home":
      return (
        <OwnPage title={display_name} {...frame}>
          <HomePage homeUrl={websiteOf(appearance.home_url, frame_ancestors)} />
        </OwnPage>
      );
    default:
      return <GatehouseHandler location={pageLocation()} fullPage componentProps={componentProps} {...frame} />;
  }
}

/** A page that only hosted pages have. */
function OwnPage({ title, ...layout }: { title: string; brand: ReactNode; footer: ReactNode; children: ReactNode }) {
  useTitle(title);
  return <PageLayout fullPage {...layout} />;
}

function UnknownProject() {
  const t = useTranslation();
  return (
    <MessagePage title={t("There is no sign-in page here")} documentTitle={t("Page not found")}>
      <p>
        {t("The address names no app whose users sign in on this site. Please check it, or ask where you got it from.")}
      </p>
    </MessagePage>
  );
}

function LoadingPage() {
  return (
    <CenteredPage brand={<BrandSkeleton />}>
      <div className="flex flex-col gap-5" aria-busy="true">
        <Skeleton className="mx-auto h-7 w-44" />
        <Skeleton className="mt-3 h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    </CenteredPage>
  );
}

/** Goes on to the project's website. */
function HomePage({ homeUrl }: { homeUrl: string | null }) {
  const app = useApp();
  // The configuration takes no other address; this is the second check, before a script could run on this origin.
  const target = homeUrl !== null && /^https?:\/\//i.test(homeUrl) ? homeUrl : app.urls.accountSettings;
  useEffect(() => window.location.replace(target), [target]);
  return <Redirecting />;
}

/** The scheme that the page shows now, for what style sheets cannot choose, such as a picture. */
function useShownScheme(): PageScheme {
  return useSyncExternalStore(onPageSchemeChange, shownScheme, () => "light");
}

function shownScheme(): PageScheme {
  return pageScheme() ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}
