import { Component, type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { GatehouseClientApp, HandlerUrls } from "../kit";
import { isKnownError } from "../kit/errors/known-error";
import { lazyComponent } from "../react/components/lazy-component";
import { LoadingPage, PageLayout } from "../react/components/page-layout";
import { QueryErrorBoundary } from "../react/components/query-error-boundary";
import { inEnglish } from "../react/errors/describe-failure";
import { FirstFieldFocusContext } from "../react/hooks/page-hooks";
import { useApp } from "../react/hooks/use-app";
import { useUser } from "../react/hooks/use-user";
import { EndedSessionNote } from "../react/pages/sign-in";
import { GatehouseProvider } from "../react/provider/gatehouse-provider";
import { AppContext } from "../react/queries/query-hooks";
import { Button } from "../ui/buttons/button";
import { Skeleton } from "../ui/feedback/spinner";
import { LanguageButton } from "../ui/forms/language-button";
import { type Scope, ScopeContext, ScopeElement, scopeClasses } from "../ui/theme/scope";
import { chosenLanguage, keepLanguage, onLanguageChosen } from "../ui/translation/language-choice";
import { directionOf, type Language } from "../ui/translation/languages";
import { shownLanguage, TranslationProvider } from "../ui/translation/translation-provider";
import { useTranslation } from "../ui/translation/use-translation";
import { AuthElement } from "./auth-element";
import type { ElementKind } from "./element-kind";
import { dispatch } from "./events";
import { MenuElement } from "./menu-element";
import type { MountedElement, MountedElements } from "./mounted-elements";
import { viewOf } from "./take-redirects-over";
import { type Appearance, type ProjectAppearance, useAppearance } from "./use-appearance";

const AccountElement = lazyComponent(
  "Account settings element",
  async () => (await import("./account-element")).AccountElement,
);

export type EmbeddedPagesProps = {
  app: GatehouseClientApp;
  elements: MountedElements;
  /** Is true if the elements have the look and the texts of their project. */
  hasProjectAppearance: boolean;
  /** In place of the page's language. */
  lang?: string;
  hasLanguageChoice: boolean;
};

/** Renders every element of the page into its shadow root. */
export function EmbeddedPages(props: EmbeddedPagesProps) {
  return (
    <AppContext value={props.app}>
      <ListedElements {...props} />
    </AppContext>
  );
}

function ListedElements({ app, elements, hasProjectAppearance, lang, hasLanguageChoice }: EmbeddedPagesProps) {
  const list = useSyncExternalStore(elements.subscribe, elements.current);
  const appearance = useAppearance(app, hasProjectAppearance && list.length > 0);
  const pageLanguage = useSyncExternalStore(onPageLanguageChange, () => document.documentElement.lang);
  const chosen = useSyncExternalStore(onLanguageChosen, chosenLanguage);
  const choice = hasLanguageChoice ? { chosen, onLanguageChange: keepLanguage } : noChoice;
  const overlays = useSyncExternalStore(elements.subscribe, elements.overlays);
  // This is the scope of what belongs to no element: the provider asks users again who they are.
  const scope = useMemo(() => ({ attributes: { className: scopeClasses }, portalContainer: overlays }), [overlays]);
  return (
    <ScopeContext value={scope}>
      {/* The texts of a language are loaded. */}
      <Suspense>
        <GatehouseProvider
          app={app}
          lang={choice.chosen || lang || pageLanguage}
          translationOverrides={appearance.texts}
        >
          {list.map((mounted) => (
            <EmbeddedPage key={mounted.key} {...{ app, elements, mounted, appearance, lang, choice }} />
          ))}
        </GatehouseProvider>
      </Suspense>
    </ScopeContext>
  );
}

type Choice = { chosen: string | null; onLanguageChange?: (language: Language) => void };

const noChoice: Choice = { chosen: null };

/** Calls `listener` when the page changes its language. Returns what stops it. */
function onPageLanguageChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["lang"] });
  return () => observer.disconnect();
}

type EmbeddedPageProps = Pick<EmbeddedPagesProps, "app" | "elements" | "lang"> & {
  mounted: MountedElement;
  appearance: Appearance;
  choice: Choice;
};

function EmbeddedPage({ app, elements, mounted, appearance, lang, choice }: EmbeddedPageProps) {
  const { element } = mounted;
  const language = choice.chosen || element.lang || lang || element.closest<HTMLElement>("[lang]")?.lang;
  const scheme = schemeOf(element);
  const scope = useMemo<Scope>(
    () => ({
      attributes: { className: scopeClasses, "data-scheme": scheme },
      portalContainer: mounted.overlays,
    }),
    [scheme, mounted.overlays],
  );

  /** Links between the pages that the element shows itself do not leave the website's page. */
  function followInPlace(event: MouseEvent<HTMLDivElement>) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element && event.target.closest("a");
    const view = link && viewAt(link.href, app.urls);
    if (!view) return;
    event.preventDefault();
    elements.show(element, view);
  }

  return createPortal(
    <ScopeContext value={scope}>
      <ScopeElement>
        <FirstFieldFocusContext value={element.autofocus || mounted.view !== undefined}>
          {/* biome-ignore lint/a11y: the links inside take clicks and keys */}
          <div lang={language} dir={directionOf(shownLanguage(language, navigator.languages))} onClick={followInPlace}>
            <Frame kind={mounted.kind} isPending={appearance.isPending}>
              <TranslationProvider
                lang={language}
                onLanguageChange={choice.onLanguageChange}
                translationOverrides={appearance.texts}
              >
                <FailureEvent element={element}>
                  <Content mounted={mounted} elements={elements} project={appearance.project} />
                  {choice.onLanguageChange && !isMenu(mounted.kind) && (
                    <div className="mt-5 text-center">
                      <LanguageButton />
                    </div>
                  )}
                  <ReadyEvent onShown={mounted.onShown} />
                </FailureEvent>
              </TranslationProvider>
            </Frame>
          </div>
        </FirstFieldFocusContext>
      </ScopeElement>
    </ScopeContext>,
    mounted.container,
  );
}

/** Is shown while the content loads, and in place of it when that fails. */
function Frame({ kind, isPending, children }: { kind: ElementKind; isPending: boolean; children: ReactNode }) {
  const t = useTranslation();
  if (!isMenu(kind)) {
    const wide = kind === "account-settings";
    return <PageLayout wide={wide}>{isPending ? <LoadingPage wide={wide} /> : children}</PageLayout>;
  }
  const loading = <Skeleton className="size-9 rounded-full" />;
  return (
    <QueryErrorBoundary
      fallback={(message, retry) => (
        <Button variant="ghost" size="small" title={message} onClick={retry}>
          {t("Try again")}
        </Button>
      )}
    >
      <Suspense fallback={loading}>{isPending ? loading : children}</Suspense>
    </QueryErrorBoundary>
  );
}

function isMenu(kind: ElementKind): boolean {
  return kind === "user-button" || kind === "team-switcher";
}

type ContentProps = Pick<EmbeddedPageProps, "mounted" | "elements"> & { project: ProjectAppearance | undefined };

function Content({ mounted, elements, project }: ContentProps) {
  switch (mounted.kind) {
    case "sign-in":
    case "sign-up":
      return <AuthElement mounted={mounted} elements={elements} project={project} />;
    case "user-button":
    case "team-switcher":
      return <MenuElement mounted={mounted} elements={elements} />;
    case "account-settings":
      return (
        <SignedInOnly>
          <AccountElement container={mounted.container} />
        </SignedInOnly>
      );
  }
}

/** The scheme that the attribute `theme` names; without it the element has that of the page around. */
function schemeOf(element: HTMLElement): Scope["attributes"]["data-scheme"] {
  const theme = element.getAttribute("theme");
  return theme === "light" || theme === "dark" || theme === "system" ? theme : undefined;
}

function viewAt(href: string, urls: HandlerUrls) {
  const names = Object.keys(urls) as (keyof HandlerUrls)[];
  const address = (url: string) => url.split(/[?#]/, 1)[0];
  const name = names.find(
    (each) => viewOf(each) && address(new URL(urls[each], document.baseURI).href) === address(href),
  );
  return name && viewOf(name);
}

function ReadyEvent({ onShown }: Pick<MountedElement, "onShown">) {
  const userId = useUser()?.id ?? null;
  useEffect(() => onShown(userId), [onShown, userId]);
  return null;
}

type Failure = { failure?: { error: unknown }; isAnnounced?: true };

/** Announces a failure of its content, which the boundary around it shows. */
class FailureEvent extends Component<{ element: HTMLElement; children: ReactNode }, Failure> {
  override state: Failure = {};

  static getDerivedStateFromError(error: unknown): Failure {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    const code = isKnownError(error) ? error.errorCode : null;
    dispatch(this.props.element, "gatehouse-error", { message: inEnglish(error), code });
    // The page tells visitors to turn to its owner, and the console tells the owner's developers why.
    if (isKnownError(error, "CURRENT_PROJECT_NOT_FOUND") || isKnownError(error, "PROJECT_AUTHENTICATION_ERROR")) {
      console.error(`Gatehouse: ${error.message}`);
    }
    // Throwing at once would unmount the boundary before React calls this.
    this.setState({ isAnnounced: true });
  }

  override render() {
    const { failure, isAnnounced } = this.state;
    if (!failure) return this.props.children;
    if (isAnnounced) throw failure.error;
    return null;
  }
}

/** In place of its content without a user: a button that leads to the sign-in. A page that is just opened is not left. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const t = useTranslation();
  const app = useApp();
  if (useUser()) return children;
  return (
    <div className="flex flex-col items-center gap-4">
      <EndedSessionNote />
      <p className="text-center text-sm text-ink-soft">{t("Not signed in")}</p>
      <Button variant="secondary" onClick={() => app.redirectToSignIn()}>
        {t("Sign in")}
      </Button>
    </div>
  );
}
