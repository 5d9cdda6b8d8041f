import { hostedOf } from "../connection/app-options";
import { comingBackFromEmail } from "../connection/authorization-request";
import type { Connection } from "../connection/connection";
import { doneOf, type Refusal, type Result, resultOf } from "../errors/result";
import { tableOf } from "../rows/operation";
import { type Row, resultOfRow } from "../rows/with-rows";
import { keepRequestedLink } from "./kept-texts";
import { type DeviceTokens, keptDevices } from "./known-device";
import { tellingOrigin } from "./untrusted-origin";

// Loaded when a code is sent for or redeemed: most pages never do.

export async function sendForgotPasswordEmail(
  connection: Connection,
  email: string,
  callbackUrl: string | undefined,
): Promise<Result<undefined, Refusal<"USER_NOT_FOUND">>> {
  const { host, options, redirects } = connection;
  const url = redirects.callbackUrl(callbackUrl, "passwordReset", "callbackUrl");
  const page = host.page();
  const comesBack = callbackUrl === undefined && page !== null && url.startsWith(`${hostedOf(options)}/`);
  const callback_url = comesBack ? await comingBackFromEmail(url, host, page) : url;
  const caller = connection.visitorCaller();
  const body = { email: email.trim(), callback_url, ...shownDevices(connection) };
  const sent = caller.write("POST /auth/password/send-reset-code", { body });
  return await doneOf(tellingOrigin(connection, sent, url), "USER_NOT_FOUND");
}

export async function sendMagicLinkEmail(
  connection: Connection,
  email: string,
  callbackUrl: string | undefined,
): Promise<Result<{ nonce: string }, Refusal<"REDIRECT_URL_NOT_WHITELISTED" | "USER_EMAIL_ALREADY_EXISTS">>> {
  const callback_url = connection.redirects.callbackUrl(callbackUrl, "magicLinkCallback", "callbackUrl");
  const body = { email: email.trim(), callback_url, ...shownDevices(connection) };
  const sent = connection.visitorCaller().write("POST /auth/otp/send-sign-in-code", { body });
  const result = await resultOf(
    tellingOrigin(connection, sent, callback_url),
    "REDIRECT_URL_NOT_WHITELISTED",
    "USER_EMAIL_ALREADY_EXISTS",
  );
  if (result.status === "ok") keepRequestedLink(connection.host.page(), result.data.nonce);
  return result;
}

/** Others' requests use up no emails of a browser in which the user has signed in before. */
function shownDevices(connection: Connection): DeviceTokens {
  const devices = keptDevices(connection);
  return devices?.length ? { device_tokens: devices } : {};
}

/** Describes what the link of a verification email leads to. */
export interface EmailVerificationPreview {
  readonly recipientEmail: string;
  /** Of the account whose address it becomes; null for a name of nothing that can be seen. */
  readonly userDisplayName: string | null;
  readonly userSignedUpAt: Date;
}

/** Describes what the code of an invitation leads to, for its reader before they sign in. */
export interface TeamInvitationPreview {
  readonly teamId: string;
  /** Null for a name of nothing that can be seen, as the other one. */
  readonly teamDisplayName: string | null;
  /** Null too where a server invited, or where who did is no member any more. */
  readonly inviterDisplayName: string | null;
  readonly recipientEmail: string;
  /** The first projects that the team owns, for owners of projects; empty for any other team. */
  readonly projectDisplayNames: readonly string[];
}

const byCode = (code: string) => ({ body: { code } });
const done = () => undefined;
const unlessRefused = <Args extends readonly unknown[], T>(row: Row<Args, T>) => resultOfRow(row, "VERIFICATION_ERROR");

const ofGuests = /* @__PURE__ */ tableOf("guest", ({ write }) => ({
  /** Sets a new password with the code of an email. Every session of the account ends. */
  resetPassword: resultOfRow(
    write(
      "POST /auth/password/reset",
      ({ password, code }: { readonly password: string; readonly code: string }) => ({ body: { password, code } }),
      done,
    ),
    "VERIFICATION_ERROR",
    "PASSWORD_REQUIREMENTS_NOT_MET",
  ),

  /** Checks a code for `resetPassword`, without using it up. */
  verifyPasswordResetCode: unlessRefused(write("POST /auth/password/reset/check-code", byCode, done)),
}));

const ofVisitors = /* @__PURE__ */ tableOf("visitor", ({ write }) => ({
  /** The address that the code of an email verifies, and the account it belongs to; needs no user. */
  previewEmailVerification: unlessRefused(
    write(
      "POST /contact-channels/verify/preview",
      byCode,
      (body): EmailVerificationPreview => ({
        recipientEmail: body.recipient_email,
        userDisplayName: body.user_display_name,
        userSignedUpAt: new Date(body.user_signed_up_at_millis),
      }),
    ),
  ),

  /** Returns whom the code of a link for `signInWithMagicLink` was emailed to. */
  previewMagicLink: unlessRefused(
    write("POST /auth/otp/sign-in/preview", byCode, (body): { readonly recipientEmail: string } => ({
      recipientEmail: body.recipient_email,
    })),
  ),

  /** Returns whom the code for `resetPassword` was emailed to; needs no user. */
  previewPasswordReset: unlessRefused(
    write(
      "POST /auth/password/reset/check-code",
      (code: string) => ({ body: { code, with_recipient: true as const } }),
      (body): { readonly recipientEmail: string } => ({ recipientEmail: body.recipient_email ?? "" }),
    ),
  ),

  /** Returns what the code of an invitation leads to; needs no user. */
  previewTeamInvitation: unlessRefused(
    write(
      "POST /team-invitations/accept/preview",
      byCode,
      (body): TeamInvitationPreview => ({
        teamId: body.team_id,
        teamDisplayName: body.team_display_name,
        inviterDisplayName: body.inviter_display_name,
        recipientEmail: body.recipient_email,
        projectDisplayNames: body.project_display_names,
      }),
    ),
  ),
}));

const ofUsers = /* @__PURE__ */ tableOf("session", ({ write }) => ({
  /** Checks a code for `acceptTeamInvitation`, without using it up. */
  verifyTeamInvitationCode: unlessRefused(write("POST /team-invitations/accept/check-code", byCode, done)),

  /** The team that the code of an invitation leads to. A user must be signed in. */
  getTeamInvitationDetails: unlessRefused(
    write("POST /team-invitations/accept/details", byCode, (body): { readonly teamDisplayName: string } => ({
      teamDisplayName: body.team_display_name,
    })),
  ),

  /** Makes the current user a member of the team that the code of an email leads to. */
  acceptTeamInvitation: unlessRefused(write("POST /team-invitations/accept", byCode, done)),
}));

const ofAnyone = /* @__PURE__ */ tableOf("client", ({ write }) => ({
  /**
   * Verifies an address with the code of an email that was sent there. Works for anyone who holds the code; where its user is signed in
   * here, it proves too that the account is theirs.
   */
  verifyEmail: unlessRefused(write("POST /contact-channels/verify", byCode, done)),
}));

export const emailedCodes = /* @__PURE__ */ (() => ({ ...ofGuests, ...ofVisitors, ...ofUsers, ...ofAnyone }))();

export type EmailedCodes = typeof emailedCodes;
