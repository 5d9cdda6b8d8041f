import { followPasskeys, insertPasskey, isPasskeyTaken } from "../../../db/users/passkeys/changes";
import { selectPasskeysOf } from "../../../db/users/passkeys/queries";
import { violatesForeignKey } from "../../../platform/database";
import type { AppRouter } from "../../access";
import { deferSecurityNotice } from "../../security-notices";
import { claimCode, newCode } from "../../verification-codes";
import { requireSecondFactor } from "../mfa";
import { issueSession } from "../sessions";
import { authenticationOptions } from "./authentication";
import * as contract from "./contract";
import { passkeyQueries, proveByPasskey } from "./prove-by-passkey";
import { registrationOptions, verifyRegistration } from "./registration";
import {
  authenticationChallenge,
  challengeMillis,
  registrationChallenge,
  requirePasskeyAuthentication,
} from "./relying-party";

export function passkeyRoutes(router: AppRouter): void {
  router.route(contract.initiateRegistration, {
    prefetch: ({ db, provenProjectId: projectId, userId }) => ({
      passkeys: selectPasskeysOf(db, { projectId, userId }),
    }),
    handle: async ({ caller, found, db, fail }) => {
      const { project, user } = caller;
      requirePasskeyAuthentication({ fail }, project);
      const options = registrationOptions(project, user, found.passkeys);
      const { code, statement } = await newCode(db, registrationChallenge, {
        projectId: project.id,
        lifetimeMillis: challengeMillis,
        user,
        payload: { userId: user.id, challenge: options.challenge },
      });
      await db.batch([statement]);
      return { options_json: options, code };
    },
  });

  router.route(contract.register, async (context) => {
    const { caller, body, db, fail } = context;
    const { project, user } = caller;
    const one = { projectId: project.id, userId: user.id };
    const requested = await claimCode({ db, fail }, registrationChallenge, { projectId: project.id, code: body.code });
    requirePasskeyAuthentication({ fail }, project);
    const refuse = (reason: string, cause?: unknown) =>
      fail("PASSKEY_REGISTRATION_FAILED", { message: `Passkey registration failed because ${reason}` }, { cause });
    if (requested.userId !== user.id) return refuse("another user has asked for it");
    const passkey = await verifyRegistration({ fail }, project, body.credential, requested.challenge);
    try {
      await db.batch([insertPasskey(db, { ...one, ...passkey, createdAt: Date.now() }), followPasskeys(db, one)]);
    } catch (error) {
      if (isPasskeyTaken(error)) return refuse("the passkey is registered already", error);
      // Deleted since the caller was loaded.
      if (violatesForeignKey(error)) return refuse("the user does not exist any more", error);
      throw error;
    }
    deferSecurityNotice(context, project, user, "passkeyAdded");
    return { user_handle: passkey.credentialId };
  });

  router.route(contract.initiateAuthentication, async ({ caller, db, fail }) => {
    const { project } = caller;
    requirePasskeyAuthentication({ fail }, project);
    const options = authenticationOptions();
    const { code, statement } = await newCode(db, authenticationChallenge, {
      projectId: project.id,
      lifetimeMillis: challengeMillis,
      payload: { challenge: options.challenge },
    });
    await db.batch([statement]);
    return { options_json: options, code };
  });

  router.route(contract.signIn, {
    prefetch: ({ db, projectId, body }) =>
      passkeyQueries(db, { projectId, credentialId: body.authentication_response.id }),
    handle: async (context) => {
      const { project } = context.caller;
      const { user, isUserVerified } = await proveByPasskey(context, project, context.found, context.body);
      if (!isUserVerified) await requireSecondFactor(context, project, user, { isNewUser: false });
      return issueSession(context, project, user, { isNewUser: false });
    },
  });
}
