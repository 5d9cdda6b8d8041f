import type { Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import { DefinedError } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { KnownError } from "../../../protocol/known-errors";
import { linkedPage } from "../../emails";
import { isTrustedUrl, trustedUrl } from "../../projects";
import { noInnerCookie, noRequest } from "./contract";
import { type OuterRequest, seeOther } from "./outer-request";

/** Holds what is known of a flow that failed. */
interface FailedFlow {
  /** The request's `Accept`. */
  accept: string | undefined;
  /** Undefined until the client, or the state, has shown which it is. */
  project: Project | undefined;
  request: Pick<OuterRequest, "errorRedirectUrl" | "redirectUri"> | undefined;
}

/**
 * Ends a flow that failed where its user can go on. That is the app's error page, if it named one that the project
 * trusts and the error has a code. Else, in a browser, it is a page of ours. Other clients get the error as from any
 * endpoint.
 *
 * @throws the error, where it is for a client, or a fault of ours
 */
export async function endFailedFlow(
  tools: Pick<Tools, "settings"> & Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  error: unknown,
  { accept, project, request }: FailedFlow,
): Promise<Response> {
  const errorPage = project && errorPageOf(tools, project, request?.errorRedirectUrl, error);
  if (errorPage !== undefined) return seeOther(errorPage);
  const status = statusOf(error);
  if (status === undefined || !accept?.includes("text/html")) throw error;
  const app =
    project && request && isTrustedUrl(tools.settings, project, request.redirectUri) && new URL(request.redirectUri);
  return linkedPage({
    status,
    ...explain(error as Error),
    ...(app && /^https?:$/.test(app.protocol) && { link: { href: `${app.origin}/`, text: `Back to ${app.host}` } }),
  });
}

const stale: readonly unknown[] = [noInnerCookie, noRequest];

/** The error for people. One that the cookie shows is most often a page that was reloaded, and is not theirs to mend. */
function explain(error: Error): { title: string; text: string } {
  if (error instanceof DefinedError && stale.includes(error.definition)) {
    const text = "It was finished before, took too long, or was begun in another browser.";
    return { title: "This sign-in is no longer valid", text: `${text} Go back to the website and sign in again.` };
  }
  return { title: "Signing in did not work", text: `${error.message} Go back to the website and try again.` };
}

/** The status of an error that clients get to see. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof KnownError) return error.status;
  return error instanceof DefinedError ? error.definition.status : undefined;
}

/** The address of the app's error page with the error, if it named one that the project trusts. */
function errorPageOf(
  tools: Pick<Tools, "settings"> & Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  project: Project,
  url: string | null | undefined,
  error: unknown,
): string | undefined {
  if (!(error instanceof KnownError) || !url || !isTrustedUrl(tools.settings, project, url)) return undefined;
  const page = new URL(trustedUrl(tools, project, url));
  page.searchParams.set("errorCode", error.code);
  page.searchParams.set("message", error.message);
  page.searchParams.set("details", JSON.stringify(error.details ?? {}));
  return page.href;
}
