import { hostedOf } from "../connection/app-options";
import { comingBackFromEmail } from "../connection/authorization-request";
import type { Connection } from "../connection/connection";
import type { KnownError } from "../errors/known-error";
import { doneOf, type Result, resultOf } from "../errors/result";
import type { Session } from "../session/session";
import { type DeviceTokens, keptDevices } from "./known-device";
import { keepRequestedLink } from "./requested-links";
import { tellingOrigin } from "./untrusted-origin";

// Loaded when a code is sent for or redeemed: most pages never do.

type CodeResult<T = undefined> = Promise<Result<T, KnownError<"VERIFICATION_ERROR">>>;

export async function sendForgotPasswordEmail(
  connection: Connection,
  email: string,
  callbackUrl: string | undefined,
): Promise<Result<undefined, KnownError<"USER_NOT_FOUND">>> {
  const { host, options, redirects } = connection;
  const url = redirects.callbackUrl(callbackUrl, "passwordReset", "callbackUrl");
  const page = host.page();
  const comesBack = callbackUrl === undefined && page !== null && url.startsWith(`${hostedOf(options)}/`);
  const callback_url = comesBack ? await comingBackFromEmail(url, host, page) : url;
  const caller = connection.visitorCaller();
  const body = { email, callback_url, ...shownDevices(connection) };
  const sent = caller.write("POST /auth/password/send-reset-code", { body });
  return await doneOf(tellingOrigin(connection, sent, url), "USER_NOT_FOUND");
}

export async function sendMagicLinkEmail(
  connection: Connection,
  email: string,
  callbackUrl: string | undefined,
): Promise<Result<{ nonce: string }, KnownError<"REDIRECT_URL_NOT_WHITELISTED">>> {
  const callback_url = connection.redirects.callbackUrl(callbackUrl, "magicLinkCallback", "callbackUrl");
  const body = { email, callback_url, ...shownDevices(connection) };
  const sent = connection.visitorCaller().write("POST /auth/otp/send-sign-in-code", { body });
  const result = await resultOf(tellingOrigin(connection, sent, callback_url), "REDIRECT_URL_NOT_WHITELISTED");
  if (result.status === "ok") keepRequestedLink(connection.host.page(), result.data.nonce);
  return result;
}

/** Others' requests use up no emails of a browser in which the user has signed in before. */
function shownDevices(connection: Connection): DeviceTokens {
  const devices = keptDevices(connection);
  return devices?.length ? { device_tokens: devices } : {};
}

export async function resetPassword(connection: Connection, password: string, code: string): CodeResult {
  const reset = connection.visitorCaller().write("POST /auth/password/reset", { body: { password, code } });
  return await doneOf(reset, "VERIFICATION_ERROR");
}

export async function verifyPasswordResetCode(connection: Connection, code: string): CodeResult {
  const checked = connection.visitorCaller().write("POST /auth/password/reset/check-code", { body: { code } });
  return await doneOf(checked, "VERIFICATION_ERROR");
}

export async function verifyEmail(connection: Connection, session: Session, code: string): CodeResult {
  const verified = connection.caller("client", session).write("POST /contact-channels/verify", { body: { code } });
  return await doneOf(verified, "VERIFICATION_ERROR");
}

export async function previewMagicLink(
  connection: Connection,
  code: string,
): CodeResult<{ readonly recipientEmail: string }> {
  const preview = connection.caller("client").write("POST /auth/otp/sign-in/preview", { body: { code } });
  return await resultOf(
    preview.then((body) => ({ recipientEmail: body.recipient_email })),
    "VERIFICATION_ERROR",
  );
}

/** Describes what the link of a verification email leads to. */
export interface EmailVerificationPreview {
  readonly recipientEmail: string;
  /** Of the account whose address it becomes; null for a name of nothing that can be seen. */
  readonly userDisplayName: string | null;
  readonly userSignedUpAt: Date;
}

export async function previewEmailVerification(
  connection: Connection,
  code: string,
): CodeResult<EmailVerificationPreview> {
  const preview = connection.caller("client").write("POST /contact-channels/verify/preview", { body: { code } });
  return await resultOf(
    preview.then((body) => ({
      recipientEmail: body.recipient_email,
      userDisplayName: body.user_display_name,
      userSignedUpAt: new Date(body.user_signed_up_at_millis),
    })),
    "VERIFICATION_ERROR",
  );
}

export async function verifyTeamInvitationCode(connection: Connection, session: Session, code: string): CodeResult {
  const caller = connection.caller("client", session);
  const checked = caller.write("POST /team-invitations/accept/check-code", { body: { code } });
  return await doneOf(checked, "VERIFICATION_ERROR");
}

export async function getTeamInvitationDetails(
  connection: Connection,
  session: Session,
  code: string,
): CodeResult<{ readonly teamDisplayName: string }> {
  const caller = connection.caller("client", session);
  const details = caller.write("POST /team-invitations/accept/details", { body: { code } });
  return await resultOf(
    details.then(({ team_display_name }) => ({ teamDisplayName: team_display_name })),
    "VERIFICATION_ERROR",
  );
}

/** Describes what the code of an invitation leads to, for its reader before they sign in. */
export interface TeamInvitationPreview {
  readonly teamId: string;
  /** Null for a name of nothing that can be seen, as the other one. */
  readonly teamDisplayName: string | null;
  /** Null too where a server invited, or where who did is no member any more. */
  readonly inviterDisplayName: string | null;
  readonly recipientEmail: string;
}

export async function previewTeamInvitation(connection: Connection, code: string): CodeResult<TeamInvitationPreview> {
  const preview = connection.caller("client").write("POST /team-invitations/accept/preview", { body: { code } });
  return await resultOf(
    preview.then((body) => ({
      teamId: body.team_id,
      teamDisplayName: body.team_display_name,
      inviterDisplayName: body.inviter_display_name,
      recipientEmail: body.recipient_email,
    })),
    "VERIFICATION_ERROR",
  );
}

export async function acceptTeamInvitation(connection: Connection, session: Session, code: string): CodeResult {
  const caller = connection.caller("client", session);
  return await doneOf(caller.write("POST /team-invitations/accept", { body: { code } }), "VERIFICATION_ERROR");
}
