import type { Connection } from "../connection/connection";
import { isKnownError, KnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";
import type * as wire from "../requests/wire";

// Loaded when a command line asks for it: web pages never do.

/** How a command line logs in; see `promptCliLogin`. */
export interface CliLoginOptions {
  /** Address of the website whose handler pages confirm the login. */
  readonly appUrl: string;
  /** How long the login may wait to be confirmed, at most a day. Default: two hours. */
  readonly expiresInMillis?: number;
  /** How often to ask whether it is confirmed. Default: without limit. */
  readonly maxAttempts?: number;
  /** Milliseconds between two questions. Default: 2,000. */
  readonly waitTimeMillis?: number;
  /** Shows the link to confirm by to whoever sits at the command line. Default: prints it on the console. */
  readonly promptLink?: (url: string) => void;
}

/**
 * Shows a link and waits until somebody who is signed in at the website has confirmed the login there.
 *
 * @returns the refresh token of their session
 * @throws CLI_AUTH_ERROR, CLI_AUTH_EXPIRED_ERROR, CLI_AUTH_USED_ERROR; ConnectionError when the server is out of reach
 */
export async function promptCliLogin(connection: Connection, options: CliLoginOptions): Promise<string> {
  const { appUrl, expiresInMillis, maxAttempts = Number.POSITIVE_INFINITY, waitTimeMillis = 2000 } = options;
  const caller = connection.caller("client");
  const post = <T>(path: string, body: unknown) => caller.write<T>("POST", path, body).catch(tellRefusal);

  const login = await post<wire.CliLogin>("/auth/cli", { expires_in_millis: expiresInMillis });
  const url = `${appUrl.replace(/\/$/, "")}/handler/cli-auth-confirm?login_code=${encodeURIComponent(login.login_code)}`;
  if (options.promptLink) options.promptLink(url);
  else console.log(`Please visit the following URL to authenticate:\n${url}`);

  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await connection.host.wait(waitTimeMillis);
    const outcome = await post<wire.CliLoginOutcome>("/auth/cli/poll", { polling_code: login.polling_code });
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

/** Tells of a call that was refused; whatever kept it from being answered is thrown on. */
function tellRefusal(error: unknown): never {
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
