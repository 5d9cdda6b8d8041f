import { type ReactNode, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import type { TranslationProps } from "../../ui/translation/translation-provider";
import { useTranslation } from "../../ui/translation/use-translation";
import { LoadingPage, PageLayout, ProjectName } from "../components/page-layout";
import { SearchParamsContext } from "../components/page-link";
import { useGoHome, useLocation } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { PageTitleContext } from "../hooks/use-page-title";
import { GatehouseProvider } from "../provider/gatehouse-provider";
import { projectOptions } from "../queries/queries";
import { useQuery } from "../queries/query-hooks";
import { Scoped } from "../theme/gatehouse-theme";
import { type HandlerPage, handlerRoute } from "./handler-route";
import type { MultiFactorProps } from "./multi-factor";
import { AccountSettings, type AccountSettingsProps, type PageProps, pages } from "./page-registry";
import { Redirecting } from "./parts/redirecting";
import type { SignInProps } from "./sign-in";
import type { SignOutProps } from "./sign-out";
import type { SignUpProps } from "./sign-up";

/** The props that a website may pass to the pages; see the pages themselves. */
export type HandlerComponentProps = {
  "sign-in"?: SignInProps;
  "sign-up"?: SignUpProps;
  "sign-out"?: SignOutProps;
  mfa?: MultiFactorProps;
  "account-settings"?: AccountSettingsProps;
};

export type GatehouseHandlerProps = TranslationProps & {
  /** Defaults to the app of the nearest provider, whose language it then has. */
  app?: GatehouseClientApp;
  /** Path, query and hash of the current page, such as a router's; defaults to the address bar. */
  location?: string;
  /** Fills the window, and sets the title of the document. */
  fullPage?: boolean;
  /** Logo or name above the card of a full page; defaults to the project's name. */
  brand?: ReactNode;
  /** A line below the content of a full page, such as a link to the website's support. */
  footer?: ReactNode;
  componentProps?: HandlerComponentProps;
};

/** All pages below the app's handler address: mount it on a catch-all route such as `/handler/*`. */
export function GatehouseHandler({
  app,
  lang,
  onLanguageChange,
  translationOverrides,
  ...props
}: GatehouseHandlerProps) {
  const handler = (
    <Scoped>
      <Handler {...props} />
    </Scoped>
  );
  if (!app) return handler;
  return (
    <GatehouseProvider app={app} {...{ lang, onLanguageChange, translationOverrides }}>
      {handler}
    </GatehouseProvider>
  );
}

type HandlerProps = Omit<GatehouseHandlerProps, "app" | keyof TranslationProps>;

function Handler({ location: given, ...props }: HandlerProps) {
  const current = useLocation();
  const location = given ?? current;
  if (location !== undefined) return <PageAt {...props} location={location} />;
  // A server knows neither the address nor, usually, the user: the browser continues from here.
  return (
    <PageLayout fullPage={props.fullPage} brand={props.brand ?? <ProjectName />} footer={props.footer}>
      <LoadingPage />
    </PageLayout>
  );
}

function PageAt({
  location,
  fullPage = false,
  brand,
  footer,
  componentProps = {},
}: HandlerProps & { location: string }) {
  const t = useTranslation();
  const app = useApp();
  const route = handlerRoute(location, app.urls);
  const redirectTo = route.kind === "redirect" ? route.to : undefined;
  const page = route.kind === "page" ? pages[route.page] : undefined;

  // In parallel with the code of the page, which usually needs it.
  const { data: project } = useQuery(projectOptions(app));
  const [shownTitle, setShownTitle] = useState<string>();
  const title = shownTitle ?? t(page?.title ?? "Page not found");
  // The account settings name the section as well.
  const setsTitle = fullPage && page?.Page !== AccountSettings;
  useTitle(setsTitle ? (project ? `${title} · ${project.displayName}` : title) : undefined);
  useEffect(() => {
    if (redirectTo !== undefined) window.location.replace(redirectTo);
  }, [redirectTo]);

  return (
    <PageLayout fullPage={fullPage} wide={page?.wide} brand={brand ?? <ProjectName />} footer={footer}>
      {route.kind === "redirect" && <Redirecting />}
      {route.kind === "unknown" && <UnknownPage />}
      {route.kind === "page" && (
        <PageTitleContext value={setShownTitle}>
          <ShownPage {...route} fullPage={fullPage} given={componentProps} />
        </PageTitleContext>
      )}
    </PageLayout>
  );
}

function ShownPage({
  page,
  searchParams,
  fullPage,
  given,
}: {
  page: HandlerPage;
  searchParams: URLSearchParams;
  fullPage: boolean;
  given: Partial<Record<HandlerPage, Partial<PageProps>>>;
}) {
  const { Page } = pages[page];
  return (
    <SearchParamsContext value={searchParams}>
      <Page automaticRedirect fullPage={fullPage} {...given[page]} searchParams={searchParams} />
    </SearchParamsContext>
  );
}

function UnknownPage() {
  const t = useTranslation();
  return (
    <MessageCard title={t("Page not found")} primaryButtonText={t("Go home")} primaryAction={useGoHome()}>
      <p>{t("There is no page at this address. Please check it and try again.")}</p>
    </MessageCard>
  );
}
