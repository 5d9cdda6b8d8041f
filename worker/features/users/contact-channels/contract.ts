// Contact channels: the email addresses of a user, of which at most one is primary, and the proof that they are read.
// Servers see and change those of all users; a client only those of its own user.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, Success, storedEmail, strictEmail, url, userIdOrMe, uuid } from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { tiers } from "../../../protocol/tiers";
import { channelsAtCap } from "../../caps/contract";
import { emailNotSent } from "../../emails/not-sent/contract";
import { CodeIsValid, SentCode, verificationCodeErrors } from "../../verification-codes/contract";

export const ContactChannel = z
  .object({
    id: z.string().describe("The id of the contact channel, a UUID."),
    user_id: z.string().describe("The id of the user whose address it is."),
    type: z.enum(["email"]).describe("Always `email`."),
    value: z.string().describe("The address, in lower case."),
    used_for_auth: z
      .boolean()
      .describe(
        "Whether the address signs the user in. One address signs in one user of the project; neither verified nor primary, it gives way to another user's.",
      ),
    is_verified: z.boolean().describe("Whether the user has shown that they read the address."),
    is_primary: z.boolean().describe("Whether emails for the user are sent there."),
    is_proven_by_email_alone: ours(
      z
        .literal(true)
        .optional()
        .describe(
          "Is there where a link verified the address without the user's session, so that somebody else may have set the account up. It gets one-time codes once the user has chosen them, or has no other way to sign in.",
        ),
    ),
  })
  .meta({ id: "ContactChannel" });

const ClientCreation = z
  .strictObject({
    user_id: userIdOrMe.describe("Whose address it becomes: a user id, or `me` for the signed-in user."),
    type: z.enum(["email"]).describe("Always `email`."),
    value: storedEmail.describe("The address, in lower case."),
    used_for_auth: z
      .boolean()
      .describe(
        "Whether the address signs the user in. One address signs in one user of the project; neither verified nor primary, it gives way to another user's.",
      ),
    is_primary: z.boolean().default(false).describe("`true` makes it the primary address, in place of another."),
  })
  .meta({ id: "ContactChannelCreation" });

const ServerCreation = ClientCreation.extend({
  is_verified: z
    .boolean()
    .default(false)
    .describe("Whether the address counts as verified. Only servers may say so; a new address is not, otherwise."),
}).meta({ id: "ServerContactChannelCreation" });

const ClientUpdate = z
  .strictObject({
    type: z.enum(["email"]).optional().describe("Always `email`."),
    value: storedEmail.optional().describe("The address, in lower case."),
    used_for_auth: z
      .boolean()
      .optional()
      .describe(
        "Whether the address signs the user in. One address signs in one user of the project; neither verified nor primary, it gives way to another user's.",
      ),
    is_primary: z.boolean().optional().describe("`true` makes it the primary address, in place of another."),
  })
  .meta({ id: "ContactChannelUpdate" });

const ServerUpdate = ClientUpdate.extend({
  is_verified: z
    .boolean()
    .optional()
    .describe("Whether the address counts as verified. Only servers may say so; a new address is not, otherwise."),
}).meta({ id: "ServerContactChannelUpdate" });

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const maxListLength = 10_000;

export const notOwnChannels = plainError(
  403,
  ({ verb }: { verb: "list" | "read" | "create" | "update" | "delete" }) =>
    `Client can only ${verb} contact channels for their own user.`,
  { remedy: "Name the signed-in user, or request it from a server." },
);
export const tooManyChannels = plainError(
  400,
  `The project has more than ${maxListLength} contact channels. Please give a user_id.`,
  { remedy: "Request the list user by user." },
);
export const channelToReadNotFound = plainError(404, "Contact channel not found.", {
  remedy: "Check the ids: the address may have been deleted, or belong to another user.",
});
export const channelToVerifyNotFound = plainError(404, "Contact channel not found", {
  remedy: "Check the ids: the address may have been deleted, or belong to another user.",
});
export const channelNotFound = plainError(400, "Contact channel not found", {
  remedy: "Check the ids: the address may have been deleted, or belong to another user.",
});
export const channelExists = plainError(400, "Contact channel already exists", {
  remedy: "The user has this address: change that contact channel instead.",
});
export const verificationNotOwn = plainError(400, "Can only send verification code for your own user", {
  remedy: "Name the signed-in user, or request it from a server.",
});
export const verifiedChannelIsGone = plainError(400, "Contact channel not found. Was your contact channel deleted?", {
  remedy: "Add the address again and verify it by a new email.",
});

/** One declaration for all requests on channels, of which only the list reads it. */
const ChannelQuery = z.strictObject({
  user_id: userIdOrMe.optional().describe("Lists only the addresses of this user; a client names its own, or `me`."),
  contact_channel_id: uuid.optional().describe("Lists only this contact channel."),
});

const ChannelParams = z.strictObject({
  user_id: userIdOrMe.describe("Whose address: a user id, or `me` for the signed-in user."),
  contact_channel_id: uuid.describe("The id of the contact channel, a UUID."),
});

export const listChannels = endpoint("GET /contact-channels", {
  summary: "List the contact channels of a user or, from servers, of the project",
  access: clientOrHigher,
  query: ChannelQuery,
  response: listOf(ContactChannel),
  errors: ["CANNOT_GET_OWN_USER_WITHOUT_USER", notOwnChannels, tooManyChannels],
});

export const readChannel = endpoint("GET /contact-channels/{user_id}/{contact_channel_id}", {
  summary: "Read a contact channel",
  access: clientOrHigher,
  params: ChannelParams,
  query: ChannelQuery,
  response: ContactChannel,
  errors: [notOwnChannels, channelToReadNotFound],
});

export const createChannel = endpoint("POST /contact-channels", {
  summary: "Add a contact channel to a user",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  query: ChannelQuery,
  body: tiers({ client: ClientCreation, server: ServerCreation }),
  response: ContactChannel,
  status: 201,
  errors: [
    notOwnChannels,
    "SIGN_UP_NOT_ENABLED",
    channelExists,
    channelsAtCap,
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
    "USER_NOT_FOUND",
  ],
});

export const updateChannel = endpoint("PATCH /contact-channels/{user_id}/{contact_channel_id}", {
  summary: "Change a contact channel; a new value is unverified",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: ChannelParams,
  query: ChannelQuery,
  body: tiers({ client: ClientUpdate, server: ServerUpdate }),
  response: ContactChannel,
  errors: [
    notOwnChannels,
    "SIGN_UP_NOT_ENABLED",
    channelNotFound,
    channelExists,
    "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
  ],
});

export const deleteChannel = endpoint("DELETE /contact-channels/{user_id}/{contact_channel_id}", {
  summary: "Delete a contact channel",
  access: clientOrHigher,
  changesCredentials: { of: "named user" },
  params: ChannelParams,
  query: ChannelQuery,
  response: Success,
  errors: [notOwnChannels, channelNotFound],
});

export const sendChannelVerification = endpoint(
  "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code",
  {
    summary: "Email a link that verifies a contact channel",
    access: clientOrHigher,
    limit: "mail",
    shares: ["emails"],
    params: ChannelParams,
    body: z.strictObject({
      callback_url: url.describe(
        "Where the link in the email leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
      ),
    }),
    response: Success,
    errors: [
      emailNotSent,
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      verificationNotOwn,
      channelToVerifyNotFound,
      "USER_ID_DOES_NOT_EXIST",
      "EMAIL_ALREADY_VERIFIED",
      "REDIRECT_URL_NOT_WHITELISTED",
    ],
  },
);

export const sendPrimaryVerification = endpoint("POST /contact-channels/send-verification-code", {
  summary: "Email a link that verifies the signed-in user's primary email address",
  description: "Deprecated: name the contact channel instead.",
  access: clientOrHigher,
  limit: "mail",
  shares: ["emails"],
  requiresUser: true,
  body: z.strictObject({
    email: strictEmail.describe("The primary address of the signed-in user."),
    callback_url: url.describe(
      "Where the link in the email leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
    ),
  }),
  response: Success,
  errors: ["EMAIL_IS_NOT_PRIMARY_EMAIL", "EMAIL_ALREADY_VERIFIED", "REDIRECT_URL_NOT_WHITELISTED", emailNotSent],
});

export const verifyChannel = endpoint("POST /contact-channels/verify", {
  summary: "Verify a contact channel with the code of an emailed link",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: Success,
  errors: [...verificationCodeErrors, verifiedChannelIsGone],
});

export const previewVerification = endpoint("POST /contact-channels/verify/preview", {
  summary: "Read which address a code verifies, and whose account it belongs to",
  description:
    "For the page that the code's link leads to: the right code may be sent as often as the page is opened, and is no try. The name is one line, cut to 100 characters.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: z.object({
    recipient_email: z
      .string()
      .describe(
        "The address that the invitation was emailed to. Another one may accept it, unless it is for its recipient only.",
      ),
    user_display_name: z.string().nullable().describe("The name of the account; null where it has none."),
    user_signed_up_at_millis: z.number().describe("When the account was created."),
  }),
  errors: verificationCodeErrors,
});

export const checkChannelCode = endpoint("POST /contact-channels/verify/check-code", {
  summary: "Check whether a code would verify a contact channel, without using it up",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: CodeIsValid,
  errors: [...verificationCodeErrors, verifiedChannelIsGone],
});
