// Security notices: emails about changed credentials, each with a link by which its reader ends all sessions.
import { endpoint } from "../../protocol/endpoint";
import { emailLinkDescription, emailLinkQuery } from "../emails/contract";

export const openEndSessionsLink = endpoint("GET /auth/security-notices/end-sessions", {
  summary: "Ask the reader of a security notice whether to end all of their sessions",
  description: `${emailLinkDescription} Nothing is changed yet: email scanners open links.`,
  access: "public",
  limit: "sign-in",
  query: emailLinkQuery,
  response: "response",
});

export const endSessions = endpoint("POST /auth/security-notices/end-sessions", {
  summary: "End all sessions of the user to whom a security notice was emailed",
  description: emailLinkDescription,
  access: "public",
  limit: "sign-in",
  query: emailLinkQuery,
  response: "response",
});
