import { useEffect, useRef } from "react";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { warnOfOrigin } from "../../kit/sign-in/untrusted-origin";
import { useApp, useUser } from "../../react";
import { forgetSuggestedEmail } from "../../react/forms/suggested-credentials";
import { HomeCard } from "../../react/pages/parts/home-card";
import { Redirecting } from "../../react/pages/parts/redirecting";
import { RetryCard } from "../../react/pages/parts/retry-card";
import { useMutation } from "../../react/queries/query-hooks";
import { useTranslation } from "../../ui/translation/use-translation";

/**
 * Sends a signed-in user back to the website that asked for it, with an authorization code; others sign in first. It shows
 * nothing of the request, which anyone can write.
 */
export function AuthorizePage({ query }: { query: URLSearchParams }) {
  const t = useTranslation();
  const request = authorizationRequest(query);
  if (request) return <Authorization request={request} />;
  return (
    <HomeCard title={t("This sign-in link is not complete")}>
      <p>{t("Please go back to the website that you came from, and sign in from there.")}</p>
    </HomeCard>
  );
}

function Authorization({ request }: { request: AuthorizationRequest }) {
  const t = useTranslation();
  const app = useApp();
  const user = useUser();
  const { mutate, mutateAsync, error } = useMutation({
    mutationFn: async () => {
      const caller = app[appInternals].caller("client");
      const { redirect_url } = await caller.write("POST /auth/hosted/authorize", { body: request });
      if (!leadsTo(redirect_url, request)) throw new Error("The server named another website than the request.");
      forgetSuggestedEmail();
      window.location.replace(redirect_url);
    },
    onError: (error) => {
      // Ended elsewhere, such as by a sign-out on one of the websites: here it is over too, and its user signs in again.
      if (isKnownError(error, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")) app[appInternals].session().markInvalid();
      if (isKnownError(error, "REDIRECT_URL_NOT_WHITELISTED")) warnOfOrigin(app.projectId, request.redirect_uri);
    },
  });
  const isSignedIn = user !== null;
  // Effects may run twice, and the second code would arrive after the website has taken the first, with the verifier.
  const handled = useRef<boolean>(undefined);

  useEffect(() => {
    if (handled.current === isSignedIn) return;
    handled.current = isSignedIn;
    if (isSignedIn) mutate();
    else app.redirectToSignIn({ replace: true }).catch(reportError);
  }, [isSignedIn, app, mutate]);

  if (isKnownError(error, "REDIRECT_URL_NOT_WHITELISTED")) {
    return (
      <HomeCard title={t("You cannot continue to that website")}>
        <p>
          {t("The address that asked you to sign in is not one of this app. Nothing of your account was sent there.")}
        </p>
      </HomeCard>
    );
  }
  if (!error) return <Redirecting />;
  return (
    <RetryCard
      title={t("The sign-in could not be finished")}
      error={error}
      onRetry={() => mutateAsync()}
      secondaryButtonText={t("Sign out")}
      secondaryAction={() => app.signOut()}
    />
  );
}

/** A website's request for an authorization code, by which its users come back to it signed in. */
interface AuthorizationRequest {
  redirect_uri: string;
  state: string;
  code_challenge: string;
  code_challenge_method: "S256";
}

/** The request in the query of the authorize page; undefined when a part is missing or stands there twice. */
export function authorizationRequest(query: URLSearchParams): AuthorizationRequest | undefined {
  const one = (name: string) => {
    const [value, ...others] = query.getAll(name);
    return others.length === 0 ? value : undefined;
  };
  const [redirect_uri, state, code_challenge] = [one("redirect_uri"), one("state"), one("code_challenge")];
  if (!redirect_uri || !state || !code_challenge || one("code_challenge_method") !== "S256") return undefined;
  return { redirect_uri, state, code_challenge, code_challenge_method: "S256" };
}

/**
 * Tells whether the API's response leads to where the request asked to go: a web page of the same origin.
 *
 * Attack: `javascript:` as the redirect URI would run on this origin. The API trusts no such address; this is the second check.
 */
export function leadsTo(redirectUrl: string, { redirect_uri }: AuthorizationRequest): boolean {
  if (!URL.canParse(redirectUrl) || !URL.canParse(redirect_uri)) return false;
  const target = new URL(redirectUrl);
  return /^https?:$/.test(target.protocol) && target.origin === new URL(redirect_uri).origin;
}
