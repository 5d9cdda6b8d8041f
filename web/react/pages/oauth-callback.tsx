import { useEffect, useRef, useState } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { usePageTitle } from "../hooks/use-page-title";
import { userOptions } from "../queries/queries";
import { useMutation, useQueryClient } from "../queries/query-hooks";
import { HomeCard } from "./parts/home-card";
import { Redirecting } from "./parts/redirecting";

/** After this many milliseconds the page offers a link home. */
const patienceMillis = 3_000;

/** Completes a sign-in with what the provider redirected back with, and redirects to its return target. */
export function OAuthCallback({ searchParams }: { searchParams: URLSearchParams }) {
  const t = useTranslation();
  const app = useApp();
  const queryClient = useQueryClient();
  const goHome = useGoHome();
  const hasBegun = useRef(false);
  const [isLate, setIsLate] = useState(false);
  const noRedirectBack = !searchParams.has("after_auth_return_to");

  const {
    mutate,
    data: isDone,
    error,
  } = useMutation({
    mutationFn: async () => {
      // The provider reads the user. An anonymous one's session ends with the sign-in, and a read after that would be refused.
      await queryClient.prefetchQuery(userOptions(app));
      if (await app.callOAuthCallback()) return true;
      // Opened a second time. The sign-in page leads on to where its user would have gone.
      if (await app.getUser()) await app.redirectToSignIn({ replace: true, noRedirectBack });
      return false;
    },
  });
  // Nothing to complete: opened by hand or too late, or started in another browser.
  const isStale = isDone === false || isKnownError(error?.cause, "INVALID_AUTHORIZATION_CODE");
  // With a second factor the browser is already on its way to that page.
  const hasFailed = error !== null && !isKnownError(error.cause, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");

  const failure = isStale
    ? t("This sign-in is no longer valid")
    : hasFailed
      ? t("The sign-in could not be finished")
      : undefined;

  usePageTitle(failure);

  useEffect(() => {
    // React may run effects twice, and the authorization code works once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMillis);
    return () => clearTimeout(timer);
  }, []);

  if (failure) {
    return (
      <HomeCard title={failure} button={t("Sign in again")} onPress={() => app.redirectToSignIn({ noRedirectBack })}>
        <p>
          {isStale
            ? t("It was finished before, took too long, or was started in another browser. Please sign in again.")
            : describeFailure(error?.cause, t)}
        </p>
      </HomeCard>
    );
  }
  return (
    <>
      <Redirecting />
      <p role="status" className="min-h-5 text-center text-sm text-ink-soft">
        {isLate &&
          goHome &&
          t.rich("This is taking long. <home>Go home</home>", {
            home: (text) => (
              <a href={app.urls.home} className="font-medium text-accent underline underline-offset-4">
                {text}
              </a>
            ),
          })}
      </p>
    </>
  );
}
