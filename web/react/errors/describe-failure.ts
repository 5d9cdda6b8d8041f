import { InsecurePageError } from "../../kit/errors/fault";
import { isKnownError } from "../../kit/errors/known-error";
import type { KnownErrorKind } from "../../kit/errors/known-error-codes";
import { RequestError } from "../../kit/errors/request-error";
import { ConnectionError } from "../../kit/requests/retries";
import type { PlainMessage } from "../../ui/translation/message";
import { english, type Translate } from "../../ui/translation/translate";

/** Longer texts, and those of other formats, are not sentences of our server. */
const maxSentenceLength = 300;

/**
 * Returns a sentence for an error that no field of a form explains. Known errors and plain refusals carry a sentence made for
 * people. The sentence for a failure of the server has the id of its request. There is a sentence for an offline browser. Any
 * other error's text is for developers and is left out.
 */
export function describeFailure(error: unknown, t: Translate): string {
  // Its text names fields of the wire.
  if (isKnownError(error, "SCHEMA_ERROR")) {
    return t("The server did not accept what was sent. Check what you entered.");
  }
  const cause = error instanceof Error ? error.cause : undefined;
  // What the kit itself says about a failed ceremony is for developers where the request failed.
  if (cause instanceof RequestError || cause instanceof ConnectionError) return describeFailure(cause, t);
  if (isKnownError(error, "UNSUPPORTED_ERROR")) return ourFault(null, t);
  if (isKnownError(error)) return knownErrorText(error, t);
  if (error instanceof RequestError) return describeResponse(error, t);
  if (error instanceof InsecurePageError) {
    return t(
      "This way to sign in needs a secure connection (https), which this website does not have. Please tell its owner.",
    );
  }
  if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return t("You are offline. Check your internet connection and try again.");
  }
  const refusal = rateLimitOf(error);
  if (refusal) return tooMany(refusal, t);
  return t("We could not reach the server, or it did not respond as expected. Check your connection and try again.");
}

function tooMany({ retryAfterSeconds }: RequestError, t: Translate): string {
  if (retryAfterSeconds === 0) return t("Too many attempts. Wait a few minutes, then try again.");
  return t("Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.", {
    minutes: Math.ceil(retryAfterSeconds / 60),
  });
}

function describeResponse(error: RequestError, t: Translate): string {
  const { status, text, requestId } = error;
  if (status === 429) return tooMany(error, t);
  // The configuration's refusals begin with their severity.
  const sentence = text.replace(/^\[[A-Z]+\] /, "");
  const isSentence = sentence.length <= maxSentenceLength && /^[^<{[]/.test(sentence.trim());
  return status < 500 && isSentence ? sentence : ourFault(requestId, t);
}

function ourFault(requestId: string | null, t: Translate): string {
  return requestId === null
    ? t("Something went wrong on our side. Please try again. If it goes on, contact support.")
    : t("Something went wrong on our side. Please try again. If it goes on, give this id to support: {id}", {
        id: requestId,
      });
}

/** Returns the server's refusal of the last attempt because there were too many; undefined for any other error. */
export function rateLimitOf(error: unknown): RequestError | undefined {
  if (!(error instanceof ConnectionError) || !(error.cause instanceof AggregateError)) return undefined;
  const last: unknown = error.cause.errors.at(-1);
  return last instanceof RequestError && last.status === 429 ? last : undefined;
}

/** The sentence in English, for pages that are not translated. */
export function inEnglish(error: unknown): string {
  return describeFailure(error, english);
}

/** Replaces the message of an error by the sentence for people, for dialogs that show the message. */
export async function inPlainWords<T>(work: Promise<T>, describe: (error: unknown) => string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(describe(cause), { cause });
  }
}

const signedOut = "You were signed out in the meantime. Please sign in and try again.";
const notEnabled = "This way to sign in is not enabled here. Choose another one.";
const notPermitted = "You do not have the permission for this. Ask an admin of the team.";
const noPasskey = "The passkey could not be used. Try again, or choose another way.";
const noKey = "This website’s key is missing or not valid. Please tell its owner.";
const wrongValue = "This code is not right. Wait for the next one, and try again.";

/** Holds what pages show for the errors that their users can meet. Other errors have the English text of the response. */
const texts: Partial<Record<KnownErrorKind, PlainMessage>> = {
  USER_EMAIL_ALREADY_EXISTS: "There already is an account with this email address.",
  EMAIL_PASSWORD_MISMATCH: "This email address and password do not match.",
  USER_SUSPENDED:
    "The owner of this app has suspended your account, so you cannot sign in. Contact them to have this lifted.",
  SIGN_UP_NOT_ENABLED: "This app does not take new accounts. Ask its owner for one.",
  PASSWORD_AUTHENTICATION_NOT_ENABLED: notEnabled,
  PASSKEY_AUTHENTICATION_NOT_ENABLED: notEnabled,
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: notEnabled,
  PASSKEY_REGISTRATION_FAILED: noPasskey,
  PASSKEY_AUTHENTICATION_FAILED: noPasskey,
  PASSKEY_WEBAUTHN_ERROR: noPasskey,
  INVALID_TOTP_CODE: wrongValue,
  CURRENT_PROJECT_NOT_FOUND: "This website’s project does not exist. Please tell its owner.",
  INVALID_PUBLISHABLE_CLIENT_KEY: noKey,
  CLIENT_AUTHENTICATION_REQUIRED: noKey,
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: noKey,
  REDIRECT_URL_NOT_WHITELISTED: "This website’s address is not set up for sign-in. Please tell its owner.",
  VERIFICATION_CODE_NOT_FOUND: "This link or code is not valid. Check that it is complete, or ask for a new one.",
  VERIFICATION_CODE_EXPIRED: "This code has expired. Send a new one.",
  VERIFICATION_CODE_ALREADY_USED: "This code was already used. Send a new one.",
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: "Too many tries. Send a new code.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: "There already is an account with this email address.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER:
    "It is already connected to another user. Please choose a different account.",
  OAUTH_PROVIDER_ACCESS_DENIED: "You or the provider stopped it. Please try again.",
  TEAM_NOT_FOUND: "The team was not found. It may have been deleted.",
  TEAM_PERMISSION_REQUIRED: notPermitted,
  PROJECT_PERMISSION_REQUIRED: notPermitted,
  REAUTHENTICATION_REQUIRED: "Confirm first that it is you, then try again.",
  ACCESS_TOKEN_EXPIRED: signedOut,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: signedOut,
  USER_AUTHENTICATION_REQUIRED: signedOut,
  CANNOT_GET_OWN_USER_WITHOUT_USER: signedOut,
};

/** Says why the server refuses a password that is known, by `reason`. */
const passwordReasons: Readonly<Record<string, PlainMessage>> = {
  common: "This password is too common. Choose another one.",
  breached: "This password was found in a known data breach. Choose another one.",
  personal:
    "This password is your email address or the name of the project with little added to it. Choose another one.",
};

/** A known error of whatever kind. */
type AnyKnownError = { errorCode: string; message: string; details?: Readonly<Record<string, unknown>> | undefined };

/** A known error as a sentence. */
export function knownErrorText(error: AnyKnownError, t: Translate): string {
  const details: Readonly<Record<string, unknown>> = error.details ?? {};
  const { min_length: min, maxLength: max, reason } = details;
  if (typeof min === "number") return t("Use at least {min} characters.", { min });
  if (typeof max === "number") return t("Use at most {max} characters.", { max });
  const text = (typeof reason === "string" && passwordReasons[reason]) || texts[error.errorCode as KnownErrorKind];
  return text ? t(text) : error.message;
}
