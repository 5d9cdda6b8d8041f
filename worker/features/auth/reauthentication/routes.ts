import { updateAuthentication } from "../../../db/sessions/changes";
import { selectPassword } from "../../../db/users/passwords";
import type { User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import type { ErrorsOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { limitEmailTo, requireSent } from "../../emails";
import { claimCode } from "../../verification-codes";
import { claimTotp } from "../mfa";
import { keepUse, passkeyQueries, proveByPasskey } from "../passkey";
import { confirmPassword, requirePasswordAuthentication } from "../password";
import * as contract from "./contract";
import { emailReauthenticationCode, reauthenticationCode } from "./emailed-code";

export function reauthenticationRoutes(router: AppRouter): void {
  router.route(contract.reauthenticate, {
    prefetch: ({ db, projectId, userId, body }) => ({
      ...("password" in body && { password: selectPassword(db, { projectId, userId }) }),
      ...("authentication_response" in body &&
        passkeyQueries(db, { projectId, credentialId: body.authentication_response.id })),
    }),
    handle: async (context) => {
      const { caller, body, found, db, fail } = context;
      const { project, user } = caller;
      // A user comes of an access token, which names its session.
      const sessionId = caller.sessionId ?? fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
      const one = { projectId: project.id, userId: user.id };
      if ("password" in body) {
        requirePasswordAuthentication(context, project);
        await confirmPassword(context, project, user.id, found.password?.[0], body.password);
        await requireTotp(context, user, body.totp);
      } else if ("authentication_response" in body) {
        const { passkey = [], owner = [] } = found;
        const proven = await proveByPasskey(context, project, { passkey, owner }, body);
        await keepUse(context, proven);
        if (proven.user.id !== user.id) {
          const message = "Passkey authentication failed because the passkey belongs to another user";
          return fail("PASSKEY_AUTHENTICATION_FAILED", { message });
        }
        if (!proven.isUserVerified) await requireTotp(context, user, body.totp);
      } else {
        await claimCode(context, reauthenticationCode(context.settings), {
          projectId: project.id,
          code: body.code,
          // A wrong value of the authenticator app leaves the code unused.
          validate: async (payload) => {
            if (payload.sessionId !== sessionId) fail("VERIFICATION_CODE_NOT_FOUND");
            await requireTotp(context, user, body.totp);
          },
        });
      }
      const { credentialVersion } = user;
      const [noted] = await db.batch([
        updateAuthentication(db, { ...one, sessionId, credentialVersion, now: Date.now() }),
      ]);
      return noted.length > 0 ? { success: true as const } : fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    },
  });

  router.route(contract.sendReauthenticationCode, async ({ caller, fail, ...tools }) => {
    const { project, user } = caller;
    const email = user.primaryEmail ?? fail(contract.noAddress);
    const sessionId = caller.sessionId ?? fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    const count = await limitEmailTo({ ...tools, fail }, project, email, "user");
    const { nonce, result } = await emailReauthenticationCode(tools, project, { user, email, sessionId, count });
    requireSent({ fail }, result);
    return { nonce };
  });
}

/** A password or a mailbox alone must not be enough to take a second factor away from a user who has one. */
async function requireTotp(
  tools: Tools & Failing<ErrorsOf<typeof contract.reauthenticate>>,
  { projectId, id: userId, requiresTotpMfa }: User,
  typed: string | undefined,
): Promise<void> {
  if (!requiresTotpMfa) return;
  if (typed === undefined) return tools.fail("INVALID_TOTP_CODE");
  await claimTotp(tools, { projectId, userId, typed });
}
