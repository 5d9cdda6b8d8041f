import { isKnownErrorKind, type KnownErrorKind } from "../../kit/errors/known-error-codes";
import type { PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { suggestAddress } from "../forms/suggest-address";
import { useApp } from "../hooks/use-app";
import { HomeCard } from "./parts/home-card";

/** Says what an error of a sign-in with a provider means: in words of its own, or with its code. */
type Explanation = {
  title?: PlainMessage;
  text: PlainMessage;
  /** The label of what starts another sign-in, where that helps. It keeps the return target. */
  button?: PlainMessage;
};

const explanations: Partial<Record<KnownErrorKind, Explanation>> = {
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: {
    title: "The account could not be connected",
    text: "It is already connected to another user. Please choose a different account.",
  },
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: {
    title: "The account could not be connected",
    text: "You have already connected another account of this provider. Did you choose the right one there?",
  },
  OAUTH_PROVIDER_ACCESS_DENIED: {
    title: "The sign-in was cancelled",
    text: "You or the provider stopped it. Please try again.",
    button: "Sign in again",
  },
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: {
    title: "This provider cannot be used here",
    text: "The app does not take sign-ins with it, or not any more. Please choose another way.",
    button: "Sign in another way",
  },
  // Of a website that could not redeem what hosted pages sent it back with.
  INVALID_AUTHORIZATION_CODE: {
    title: "This sign-in is no longer valid",
    text: "It was finished before, took too long, or was started in another browser. Please sign in again.",
    button: "Sign in again",
  },
  OUTER_OAUTH_TIMEOUT: {
    title: "The sign-in took too long",
    text: "For your safety it ends after some minutes. Please try again.",
    button: "Sign in again",
  },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    title: "This email already has an account",
    text: "Please sign in with the method that you created it with.",
    button: "Sign in",
  },
  USER_SUSPENDED: {
    text: "The owner of this app has suspended your account, so you cannot sign in. Contact them to have this lifted.",
  },
  SIGN_UP_NOT_ENABLED: { text: "This app does not take new accounts. Ask its owner for one." },
  REDIRECT_URL_NOT_WHITELISTED: {
    text: "This website’s address is not set up for sign-in. Please tell its owner.",
  },
  ACCESS_TOKEN_EXPIRED: { text: "You were signed out in the meantime. Please sign in and try again." },
};

const unknownError: Explanation = {
  title: "Something went wrong",
  text: "Please try again. If it keeps happening, contact support.",
};

const unexplainedError: Explanation = {
  text: "Please try again. If it keeps happening, contact support and give this code.",
};

/** Explains the error that redirected here, by the code in the query. */
export function ErrorPage({ searchParams }: { searchParams: URLSearchParams }) {
  const t = useTranslation();
  const app = useApp();
  const errorCode = pageErrorCode(searchParams);
  const { title, text, button } = explanationOf(errorCode);
  const noRedirectBack = !searchParams.has("after_auth_return_to");
  return (
    <HomeCard
      title={t(title ?? "An error occurred")}
      button={button && t(button)}
      onPress={() => {
        suggestAddress(searchParams);
        return app.redirectToSignIn({ noRedirectBack });
      }}
    >
      <p>{t(text)}</p>
      {title === undefined && (
        <p>
          {t.rich("Error code: {code}", {
            code: (
              <code dir="ltr" className="font-mono text-ink">
                {errorCode}
              </code>
            ),
          })}
        </p>
      )}
    </HomeCard>
  );
}

/** Returns what the code of an error means to its reader; without a code in the catalogue, that it is unknown. */
export function explanationOf(code: string | null | undefined): Explanation {
  if (!code || !isKnownErrorKind(code)) return unknownError;
  return explanations[code] ?? unexplainedError;
}

/**
 * Reads the code of an error from the query of the error page; undefined when it is missing or not in the catalogue.
 *
 * Attack: content spoofing by a link whose message our page shows. So nothing else of the query is shown.
 */
export function pageErrorCode(searchParams: URLSearchParams): KnownErrorKind | undefined {
  const errorCode = searchParams.get("errorCode");
  return errorCode !== null && isKnownErrorKind(errorCode) ? errorCode : undefined;
}
