// Notification preferences: which categories of a project's emails a user wants. Servers see and change those of all
// users; a client only those of its own user. An email of a category that can be refused carries a link that does so.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { flag, headerText, listOf, noQuery, userIdOrMe, uuid } from "../../../protocol/fields";
import { emailLinkDescription, emailLinkQuery } from "../../emails/contract";

export const NotificationPreference = z
  .object({
    notification_category_id: z.string().describe("The id of the category, the same in every project."),
    notification_category_name: z.string().describe("The category's name, for people."),
    enabled: z.boolean().describe("Whether the user gets the emails of the category; true at first."),
    can_disable: z.boolean().describe("Whether the user may refuse its emails."),
  })
  .meta({ id: "NotificationPreference" });

export const notOwnPreferences = plainError(
  403,
  ({ verb }: { verb: "view" | "manage" }) => `You can only ${verb} your own notification preferences`,
  { remedy: "Name the signed-in user, or request it from a server." },
);
export const categoryNotFound = plainError(404, "Notification category not found", {
  remedy: "Send an id from the list of categories.",
});
export const categoryNotRefusable = plainError(
  400,
  ({ category }: { category: string }) => `${category} notifications cannot be disabled`,
  { remedy: "Only categories with `can_disable` can be switched off." },
);
export const invalidUnsubscribeCode = plainError(400, "Invalid code", {
  remedy: "Open the link as it is in the email.",
});

export const listPreferences = endpoint("GET /emails/notification-preference/{user_id}", {
  summary: "List the categories of emails, each with whether a user wants it",
  access: clientOrHigher,
  params: z.strictObject({
    user_id: userIdOrMe.describe("Whose preferences: a user id, or `me` for the signed-in user."),
  }),
  query: noQuery,
  response: listOf(NotificationPreference),
  errors: ["USER_AUTHENTICATION_REQUIRED", notOwnPreferences, "USER_NOT_FOUND"],
});

export const updatePreference = endpoint("PATCH /emails/notification-preference/{user_id}/{notification_category_id}", {
  summary: "Switch a category of emails on or off for a user",
  access: clientOrHigher,
  params: z.strictObject({
    user_id: userIdOrMe.describe("Whose preferences: a user id, or `me` for the signed-in user."),
    notification_category_id: uuid.describe("The id of the category, the same in every project."),
  }),
  query: noQuery,
  body: z.strictObject({ enabled: flag.describe("Whether the user wants its emails.") }),
  response: NotificationPreference,
  errors: [categoryNotFound, "USER_AUTHENTICATION_REQUIRED", notOwnPreferences, "USER_NOT_FOUND", categoryNotRefusable],
});

const linkHeaders = z.object({
  accept: headerText.optional().describe("With `text/html`, what is not a code gets a page too."),
});

export const openUnsubscribeLink = endpoint("GET /emails/unsubscribe-link", {
  summary: "Ask the reader of an email whether to switch its category off",
  description: `${emailLinkDescription} Nothing is changed yet: email scanners open links.`,
  access: "public",
  limit: "sign-in",
  query: emailLinkQuery,
  headers: linkHeaders,
  response: "response",
  errors: [invalidUnsubscribeCode],
});

export const unsubscribe = endpoint("POST /emails/unsubscribe-link", {
  summary: "Switch a category of emails off for the user that the link was emailed to",
  description: `${emailLinkDescription} Email programs send it by themselves (RFC 8058).`,
  access: "public",
  limit: "sign-in",
  query: emailLinkQuery,
  headers: linkHeaders,
  response: "response",
  errors: [invalidUnsubscribeCode],
});
