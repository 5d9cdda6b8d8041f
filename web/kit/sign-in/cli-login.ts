import type { LoginOutcome } from "../../../worker/features/auth/cli/contract";
import { hostedOf } from "../connection/app-options";
import type { Connection } from "../connection/connection";
import { isKnownError, KnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";

// Loaded when a command line logs in: web pages never do.

/** Says how a command line logs in; see `promptCliLogin`. */
export interface CliLoginOptions {
  /** Address of the website whose handler pages confirm the login. An app with hosted pages needs none. */
  readonly appUrl?: string;
  /** Limits how long the login may wait to be confirmed, at most a day. Default: two hours. */
  readonly expiresInMillis?: number;
  /** Limits how often to poll. Default: without limit. */
  readonly maxAttempts?: number;
  /** Milliseconds between two polls. Default: 2,000. */
  readonly waitTimeMillis?: number;
  /** Shows the link that confirms the login. Default: prints it on the console. */
  readonly promptLink?: (url: string) => void;
}

/**
 * Shows a link and waits until a user who is signed in at the website has confirmed the login there.
 *
 * @returns the refresh token of their session
 * @throws CLI_AUTH_ERROR, CLI_AUTH_EXPIRED_ERROR, CLI_AUTH_USED_ERROR; ConnectionError when the server is out of reach
 */
export async function promptCliLogin(connection: Connection, options: CliLoginOptions): Promise<string> {
  const { appUrl, expiresInMillis, maxAttempts = Number.POSITIVE_INFINITY, waitTimeMillis = 2000 } = options;
  const site = appUrl?.replace(/\/$/, "") ?? hostedOf(connection.options);
  if (site === undefined) throw new Error("appUrl option is required without hosted pages.");
  const caller = connection.visitorCaller();

  const login = await caller.write("POST /auth/cli", { body: { expires_in_millis: expiresInMillis } }).catch(explain);
  const query = new URLSearchParams({
    ...(appUrl === undefined && { project_id: connection.projectId }),
    login_code: login.login_code,
  });
  const url = `${site}/handler/cli-auth-confirm?${query}`;
  if (options.promptLink) options.promptLink(url);
  else console.log(`Please visit the following URL to authenticate:\n${url}`);

  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await connection.host.wait(waitTimeMillis);
    const polled = caller.write("POST /auth/cli/poll", { body: { polling_code: login.polling_code } });
    const outcome = (await polled.catch(explain)) as LoginOutcome;
    switch (outcome.status) {
      case "success":
        return outcome.refresh_token;
      case "waiting":
        continue;
      case "expired":
        throw new KnownError("CLI_AUTH_EXPIRED_ERROR", 400, "CLI authentication request expired. Please try again.");
      case "used":
        throw new KnownError("CLI_AUTH_USED_ERROR", 400, "This authentication token has already been used.");
      default: {
        const { status }: { readonly status: string } = outcome;
        throw cliAuthError(`Unexpected status from CLI auth polling: ${status}`);
      }
    }
  }
  throw cliAuthError("Timed out waiting for CLI authentication.");
}

/** Wraps the error of a refused request; other errors are thrown on. */
function explain(error: unknown): never {
  if (error instanceof RequestError) {
    throw cliAuthError(`Failed to initiate CLI auth: ${error.status} ${error.text}`, error);
  }
  if (isKnownError(error)) {
    throw cliAuthError(`Failed to initiate CLI auth: ${error.statusCode} ${error.message}`, error);
  }
  throw error;
}

/** An error in the form of those that the server sends. */
function cliAuthError(message: string, cause?: unknown): KnownError {
  const error = new KnownError("CLI_AUTH_ERROR", 400, message, { message });
  error.cause = cause;
  return error;
}
