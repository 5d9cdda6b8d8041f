// Security notices: mails about changed credentials, each with a link by which its reader ends all sessions.
import * as z from "zod";
import { endpoint } from "../../protocol/endpoint";
import { opaque } from "../../protocol/fields";

/** Not strict: what mail services append to the links in a mail must not break them. */
const query = z.object({
  code: opaque.optional().meta({ description: "The code of the mail, in any case of letters" }),
});

const description =
  "Opened from a mail, in a browser; the response is a page. A code works once and for seven days: afterwards the page " +
  "shows that it was used (200) or has expired (400). 404 means that there is no such code.";

export const openEndSessionsLink = endpoint("GET /auth/security-notices/end-sessions", {
  summary: "Ask the reader of a security notice whether to end all of their sessions",
  description: `${description} Nothing is changed yet: mail scanners open links.`,
  access: "public",
  limit: "sign-in",
  query,
  response: "response",
});

export const endSessions = endpoint("POST /auth/security-notices/end-sessions", {
  summary: "End all sessions of the user to whom a security notice was mailed",
  description,
  access: "public",
  limit: "sign-in",
  query,
  response: "response",
});
