// An invitation is an email with a link that makes the signed-in user who follows it a member of a team. Anyone may follow it, unless the
// invitation is for its recipient only.
import * as z from "zod";
import { clientOrHigher, endpoint } from "../../../protocol/endpoint";
import { plainError } from "../../../protocol/error-definitions";
import { email, listOf, millis, Success, url, userIdOrMe, uuid } from "../../../protocol/fields";
import { since } from "../../../protocol/official-clients";
import { emailNotSent } from "../../emails/not-sent/contract";
import { CodeIsValid, SentCode, verificationCodeErrors } from "../../verification-codes/contract";

export const TeamInvitation = z
  .object({
    id: z.string().describe("The id of the invitation, a UUID."),
    team_id: z.string().describe("The id of the team, a UUID."),
    team_display_name: since("2.8.77", z.string().describe("The team's name.")),
    expires_at_millis: millis.describe("Until when it can be accepted, in milliseconds since the Unix epoch."),
    recipient_email: z
      .string()
      .describe(
        "The address that the invitation was emailed to. Another one may accept it, unless it is for its recipient only.",
      ),
  })
  .meta({ id: "TeamInvitation" });

const InvitationParams = z.strictObject({ id: uuid.describe("The id of the invitation, a UUID.") });

const ListQuery = z
  .strictObject({
    team_id: uuid.optional().describe("The team whose invitations they are."),
    user_id: userIdOrMe
      .optional()
      .describe(
        "Lists the invitations to addresses that this user has verified. A client names its own user, or `me`.",
      ),
  })
  .refine(
    ({ team_id, user_id }) => (team_id === undefined) !== (user_id === undefined),
    "query must have either team_id or user_id",
  );

const InvitationQuery = z.strictObject({ team_id: uuid.describe("The team whose invitations they are.") });

export const notRecipient = plainError(
  403,
  "This team invitation was sent to a different email address. Sign in with the invited email, or add and verify that email on your account, then try again.",
  {
    remedy:
      "Sign in with the invited address, or verify it on the account. Who invites can leave `for_recipient_only` out.",
  },
);

/** What a user gets who has not verified the address: a client that does not know the code gets the text alone. */
const otherRecipient = ["TEAM_INVITATION_EMAIL_MISMATCH", notRecipient] as const;

export type OtherRecipient = (typeof otherRecipient)[number];

export const notOwnInvitations = plainError(
  403,
  'Client can only see and accept invitations of their own user. user_id must be either "me" or the ID of the current user',
  { remedy: "Send `user_id=me`, or request it from a server." },
);

/** The errors for a client that may not see or change a team's invitations. */
const refusedMember = [
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  "TEAM_MEMBERSHIP_NOT_FOUND",
  "TEAM_PERMISSION_REQUIRED",
] as const;

export const sendInvitation = endpoint("POST /team-invitations/send-code", {
  summary: "Email an invitation to a team; clients need `$invite_members`",
  access: clientOrHigher,
  limit: "mail",
  shares: ["emails"],
  body: z.strictObject({
    team_id: uuid.describe("The id of the team, a UUID."),
    email: email.min(1, "{path} must not be empty").describe("The address to which the invitation is emailed."),
    callback_url: url.describe(
      "Where the link in the email leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
    ),
    for_recipient_only: z
      .boolean()
      .optional()
      .describe("Whether only a user who has verified the address can accept. `false` when absent."),
  }),
  response: Success.extend({ id: z.string().describe("The id of the invitation, a UUID.") }),
  errors: [
    "RESTRICTED_USER_NOT_ALLOWED",
    emailNotSent,
    "USER_AUTHENTICATION_REQUIRED",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    "TEAM_PERMISSION_REQUIRED",
    "TEAM_NOT_FOUND",
    "REDIRECT_URL_NOT_WHITELISTED",
  ],
});

export const listInvitations = endpoint("GET /team-invitations", {
  summary: "List the open invitations of a team, or to a user",
  access: clientOrHigher,
  query: ListQuery,
  response: listOf(TeamInvitation),
  errors: [...refusedMember, notOwnInvitations, "TEAM_NOT_FOUND"],
});

export const deleteInvitation = endpoint("DELETE /team-invitations/{id}", {
  summary: "Revoke an open invitation; clients need `$remove_members`",
  access: clientOrHigher,
  params: InvitationParams,
  query: InvitationQuery,
  response: Success,
  errors: ["RESTRICTED_USER_NOT_ALLOWED", ...refusedMember, "TEAM_NOT_FOUND", "VERIFICATION_CODE_NOT_FOUND"],
});

export const acceptInvitation = endpoint("POST /team-invitations/accept", {
  summary: "Make the signed-in user a member by the code of an invitation",
  description:
    "The code is used up, also when the user is a member already, and with it the other open invitations of the team to the address. One for its recipient only needs a user who has verified the address. At the project `internal`, accepting one verifies its address if it is the user's.",
  access: clientOrHigher,
  limit: "sign-in",
  body: SentCode,
  response: z.object({}),
  errors: [
    "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
    "USER_AUTHENTICATION_REQUIRED",
    ...verificationCodeErrors,
    "TEAM_NOT_FOUND",
    ...otherRecipient,
  ],
});

export const acceptOwnInvitation = endpoint("POST /team-invitations/{id}/accept", {
  summary: "Make a user a member by the id of an invitation to an address that they have verified",
  description:
    "The invitation is used up, also when the user is a member already, and with it the other open invitations of the team to the address.",
  access: clientOrHigher,
  limit: "sign-in",
  params: InvitationParams,
  query: z.strictObject({
    user_id: userIdOrMe.describe("Who joins the team. A client names its own user, or `me`."),
  }),
  response: z.object({}),
  errors: [
    "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
    "CANNOT_GET_OWN_USER_WITHOUT_USER",
    notOwnInvitations,
    "VERIFICATION_CODE_NOT_FOUND",
    "TEAM_NOT_FOUND",
    ...otherRecipient,
  ],
});

export const readInvitationDetails = endpoint("POST /team-invitations/accept/details", {
  summary: "Read which team a code invites to",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: z.object({
    team_id: z.string().describe("The id of the team, a UUID."),
    team_display_name: z.string().describe("The team's name, to show before the user accepts."),
  }),
  errors: ["USER_AUTHENTICATION_REQUIRED", ...verificationCodeErrors, "TEAM_NOT_FOUND"],
});

export const previewInvitation = endpoint("POST /team-invitations/accept/preview", {
  summary: "Read what a code invites to, without a user",
  description:
    "For the page that the code's link leads to, before its reader signs in: the right code may be sent as often as the page is opened, and is no try. Names are one line, cut to 100 characters.",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: z.object({
    team_id: z.string().describe("The id of the team, a UUID."),
    team_display_name: z.string().nullable().describe("The team's name, to show before the user accepts."),
    inviter_display_name: z
      .string()
      .nullable()
      .describe("As the team's members see it; null where a server invited, or who did is no member any more."),
    recipient_email: z
      .string()
      .describe(
        "The address that the invitation was emailed to. Another one may accept it, unless it is for its recipient only.",
      ),
    project_display_names: z
      .array(z.string())
      .describe(
        "The first projects that the team owns, which its members administer; at the project `internal` alone.",
      ),
  }),
  errors: [...verificationCodeErrors, "TEAM_NOT_FOUND"],
});

export const checkInvitationCode = endpoint("POST /team-invitations/accept/check-code", {
  summary: "Check whether the code of an invitation can be used",
  access: clientOrHigher,
  takesImpersonation: true,
  limit: "sign-in",
  body: SentCode,
  response: CodeIsValid,
  errors: verificationCodeErrors,
});
