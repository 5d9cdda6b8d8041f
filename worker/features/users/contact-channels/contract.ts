// Contact channels: the e-mail addresses of a user, of which at most one is primary, and the proof that they are read.
// Servers see and change those of all users; a client only those of its own user.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { listOf, Success, storedEmail, strictEmail, url, userIdOrMe, uuid } from "../../../protocol/fields";
import { tiers } from "../../../protocol/tiers";
import { channelsAtCap } from "../../caps/contract";
import { mailNotSent } from "../../emails/contract";
import { CodeIsValid, SentCode, verificationCodeErrors } from "../../verification-codes/contract";

export const ContactChannel = z.object({
  id: z.string(),
  user_id: z.string(),
  type: z.enum(["email"]),
  value: z.string(),
  used_for_auth: z.boolean(),
  is_verified: z.boolean(),
  is_primary: z.boolean(),
});

const ClientCreation = z.strictObject({
  user_id: userIdOrMe,
  type: z.enum(["email"]),
  value: storedEmail,
  used_for_auth: z.boolean(),
  is_primary: z.boolean().default(false),
});

const ServerCreation = ClientCreation.extend({ is_verified: z.boolean().default(false) });

const ClientUpdate = z.strictObject({
  type: z.enum(["email"]).optional(),
  value: storedEmail.optional(),
  used_for_auth: z.boolean().optional(),
  is_primary: z.boolean().optional(),
});

const ServerUpdate = ClientUpdate.extend({ is_verified: z.boolean().optional() });

/** The list of a whole project is one response; beyond this length it must be requested by user. */
export const longestList = 10_000;

export const notOwnChannels = plainError(
  403,
  ({ verb }: { verb: "list" | "read" | "create" | "update" | "delete" }) =>
    `Client can only ${verb} contact channels for their own user.`,
);
export const tooManyChannels = plainError(
  400,
  `The project has more than ${longestList} contact channels. Please give a user_id.`,
);
export const channelToReadNotFound = plainError(404, "Contact channel not found.");
export const channelToVerifyNotFound = plainError(404, "Contact channel not found");
export const channelNotFound = plainError(400, "Contact channel not found");
export const channelExists = plainError(400, "Contact channel already exists");
export const verificationNotOwn = plainError(400, "Can only send verification code for your own user");
export const verifiedChannelIsGone = plainError(400, "Contact channel not found. Was your contact channel deleted?");

/** One declaration for all requests on channels, of which only the list reads it. */
const ChannelQuery = z.strictObject({ user_id: userIdOrMe.optional(), contact_channel_id: uuid.optional() });

const ChannelParams = z.strictObject({ user_id: userIdOrMe, contact_channel_id: uuid });

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
    summary: "Mail a link that verifies a contact channel",
    access: clientOrHigher,
    limit: "mail",
    shares: ["emails"],
    params: ChannelParams,
    body: z.strictObject({ callback_url: url }),
    response: Success,
    errors: [
      mailNotSent,
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
  summary: "Mail a link that verifies the signed-in user's primary e-mail address",
  description: "Deprecated: name the contact channel instead.",
  access: clientOrHigher,
  limit: "mail",
  shares: ["emails"],
  requiresUser: true,
  body: z.strictObject({ email: strictEmail, callback_url: url }),
  response: Success,
  errors: ["EMAIL_IS_NOT_PRIMARY_EMAIL", "EMAIL_ALREADY_VERIFIED", "REDIRECT_URL_NOT_WHITELISTED", mailNotSent],
});

export const verifyChannel = endpoint("POST /contact-channels/verify", {
  summary: "Verify a contact channel with the code of a mailed link",
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
    recipient_email: z.string().meta({ description: "The address that the code verifies" }),
    user_display_name: z.string().nullable().meta({ description: "The name of the account; null where it has none" }),
    user_signed_up_at_millis: z.number().meta({ description: "When the account was created" }),
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
  errors: verificationCodeErrors,
});
