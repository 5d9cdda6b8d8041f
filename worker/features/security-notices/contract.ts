// Security notices: mails about changed credentials, each with a link by which its reader ends all sessions.
import { endpoint } from "../../protocol/endpoint";
import { mailLinkDescription, mailLinkQuery } from "../emails/contract";

export const openEndSessionsLink = endpoint("GET /auth/security-notices/end-sessions", {
  summary: "Ask the reader of a security notice whether to end all of their sessions",
  description: `${mailLinkDescription} Nothing is changed yet: mail scanners open links.`,
  access: "public",
  limit: "sign-in",
  query: mailLinkQuery,
  response: "response",
  answersHead: true,
});

export const endSessions = endpoint("POST /auth/security-notices/end-sessions", {
  summary: "End all sessions of the user to whom a security notice was mailed",
  description: mailLinkDescription,
  access: "public",
  limit: "sign-in",
  query: mailLinkQuery,
  response: "response",
});
