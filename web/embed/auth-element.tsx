import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CurrentUser } from "../kit";
import { lazyComponent } from "../react/components/lazy-component";
import { forgetSuggestedEmail } from "../react/forms/suggested-credentials";
import { useIsAuthenticating } from "../react/hooks/page-hooks";
import { useApp } from "../react/hooks/use-app";
import { useUser } from "../react/hooks/use-user";
import { ForgotPassword } from "../react/pages/forgot-password";
import { SupportLink } from "../react/pages/parts/project-links";
import { redirectAfterAuth } from "../react/pages/parts/redirecting";
import { SignIn } from "../react/pages/sign-in";
import { SignUp } from "../react/pages/sign-up";
import { useMutation } from "../react/queries/query-hooks";
import { Button } from "../ui/buttons/button";
import { FailureContext, useReportFailure } from "../ui/feedback/report-failure";
import { onPageSchemeChange } from "../ui/theme/page-scheme";
import { useTranslation } from "../ui/translation/use-translation";
import { failedSignInOf, forgetFailedSignIn } from "./failed-sign-in";
import { forgetMagicLink, magicLinkOf } from "./magic-link";
import type { MountedElement, MountedElements } from "./mounted-elements";
import type { ProjectAppearance } from "./use-appearance";

const MultiFactor = lazyComponent(
  "Two-step verification",
  async () => (await import("../react/pages/multi-factor")).MultiFactor,
);

const MagicLinkCallback = lazyComponent(
  "Emailed link",
  async () => (await import("../react/pages/magic-link-callback")).MagicLinkCallback,
);

const OnboardingStep = lazyComponent(
  "Onboarding",
  async () => (await import("../react/pages/onboarding")).OnboardingStep,
);

const FailedSignIn = lazyComponent(
  "Failed sign-in",
  async () => (await import("./failed-sign-in-alert")).FailedSignInAlert,
);

type AuthElementProps = {
  mounted: MountedElement;
  elements: MountedElements;
  project: ProjectAppearance | undefined;
};

/** `<gatehouse-sign-in>` and `<gatehouse-sign-up>`: the form, the pages that belong to it, and who is signed in. */
export function AuthElement({ mounted, elements, project }: AuthElementProps) {
  const { element } = mounted;
  const app = useApp();
  const user = useUser({ includeRestricted: true });
  const isAuthenticating = useIsAuthenticating();
  const isSignedIn = user !== null && !isAuthenticating;
  const isHeld = isSignedIn && user.isRestricted;
  const wasHeld = useRef(false);

  // The sign-in ends, and is announced, once nothing is missing any more.
  useEffect(() => {
    if (isHeld) wasHeld.current = true;
    else if (isSignedIn && wasHeld.current) {
      wasHeld.current = false;
      redirectAfterAuth(app, "afterSignIn").catch(reportError);
    }
  }, [app, isHeld, isSignedIn]);

  useEffect(() => {
    if (!isSignedIn) return;
    forgetMagicLink();
    forgetSuggestedEmail();
    elements.show(element, undefined);
  }, [isSignedIn, elements, element]);

  // Until another one begins.
  const failedCode = isAuthenticating ? undefined : failedSignInOf(element);
  useEffect(() => {
    if (isAuthenticating) forgetFailedSignIn();
  }, [isAuthenticating]);

  if (isHeld) return <OnboardingStep user={user} />;
  if (isSignedIn) return <SignedIn user={user} />;
  return (
    <>
      {project && <ProjectLogo {...project} />}
      {failedCode !== undefined && <FailedSignIn code={failedCode} />}
      <AuthPage mounted={mounted} onCancel={() => elements.show(element, undefined)} />
      {project?.supportUrl && (
        <p part="support" className="mt-7 text-center text-sm text-ink-soft">
          <SupportLink url={project.supportUrl} />
        </p>
      )}
    </>
  );
}

function AuthPage({ mounted, onCancel }: { mounted: MountedElement; onCancel: () => void }) {
  const firstTab = mounted.element.getAttribute("first-tab") === "password" ? "password" : undefined;
  const magicLink = mounted.view ? undefined : magicLinkOf(mounted.element);
  if (magicLink) return <EmailedLink query={magicLink} />;
  switch (mounted.view ?? mounted.kind) {
    case "sign-in":
      return <SignIn firstTab={firstTab} />;
    case "sign-up":
      return <SignUp firstTab={firstTab} />;
    case "forgot-password":
      return <ForgotPassword />;
    case "mfa":
      return <MultiFactor onCancel={onCancel} />;
    default:
      return null;
  }
}

function EmailedLink({ query }: { query: URLSearchParams }) {
  const report = useReportFailure();
  const reportUnlessContinued = useCallback(
    (error: unknown) => {
      // It goes on in this element, which asks for a second factor.
      if (!(error instanceof DOMException && error.name === "AbortError")) report(error);
    },
    [report],
  );
  return (
    <FailureContext value={reportUnlessContinued}>
      <MagicLinkCallback searchParams={query} />
    </FailureContext>
  );
}

function SignedIn({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <div className="flex flex-col gap-4 text-center">
      <p className="text-sm wrap-anywhere text-ink-soft">
        {user.primaryEmail
          ? t.rich("Signed in as {email}.", {
              email: <strong className="font-medium text-ink">{user.primaryEmail}</strong>,
            })
          : t("You are already signed in")}
      </p>
      <Button variant="secondary" onClick={() => signOut.mutateAsync()}>
        {t("Sign out")}
      </Button>
    </div>
  );
}

/** The logo of the project for the scheme that the element shows; nothing where it has none, or none that loads. */
function ProjectLogo({ logoUrl, logoDarkUrl }: Pick<ProjectAppearance, "logoUrl" | "logoDarkUrl">) {
  const probe = useRef<HTMLDivElement>(null);
  const [isDark, setIsDark] = useState<boolean>();
  const [failedUrl, setFailedUrl] = useState<string>();

  // Only style sheets know the scheme of an element: an attribute, the website or the device decides. After each render, as
  // an attribute may have changed.
  useLayoutEffect(() => {
    const read = () => probe.current && setIsDark(getComputedStyle(probe.current).caretColor === "rgb(255, 255, 255)");
    read();
    return onPageSchemeChange(read);
  });

  const url = (isDark && logoDarkUrl) || logoUrl;
  if (!logoUrl && !logoDarkUrl) return null;
  return (
    <div ref={probe} className="mb-6 flex h-12 items-center justify-center caret-[light-dark(#000,#fff)] empty:hidden">
      {isDark !== undefined && url && url !== failedUrl && (
        // The name of the project is in the text below it.
        <img
          src={url}
          alt=""
          part="logo"
          referrerPolicy="no-referrer"
          className="max-h-full max-w-48 object-contain"
          onError={() => setFailedUrl(url)}
        />
      )}
    </div>
  );
}
