// Invitations of people who need not be users yet: an email with a link to a page of the app, where they sign in.
import * as z from "zod";
import { endpoint, serverOrHigher } from "../../protocol/endpoint";
import { tooManyRequests } from "../../protocol/error-definitions";
import { email, noQuery, Success, url } from "../../protocol/fields";
import { emailNotSent } from "../emails/not-sent/contract";

export const sendSignInInvitation = endpoint("POST /internal/send-sign-in-invitation", {
  summary: "Email an invitation to sign in to the project",
  description: "The link leads to the callback as it is, with no code added: who follows it signs in or up there.",
  access: serverOrHigher,
  limit: "mail",
  shares: ["emails"],
  query: noQuery,
  body: z.strictObject({
    email: email.min(1, "{path} must not be empty").describe("Whom to invite."),
    callback_url: url.describe("Where the link leads: a page of a trusted domain."),
  }),
  response: Success,
  errors: ["REDIRECT_URL_NOT_WHITELISTED", emailNotSent, tooManyRequests],
});
