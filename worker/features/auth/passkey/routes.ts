import { followPasskeys, insertPasskey, isPasskeyTaken, replaceSignCount } from "../../../db/users/passkeys/changes";
import { selectPasskey, selectPasskeyOwner, selectPasskeysOf } from "../../../db/users/passkeys/queries";
import { readUser } from "../../../db/users/queries";
import { violatesForeignKey } from "../../../platform/database";
import type { AppRouter } from "../../access";
import { claimCode, newCode } from "../../verification-codes";
import { requireSecondFactor } from "../mfa";
import { issueSession } from "../sessions";
import { authenticationOptions, verifyAuthentication } from "./authentication";
import * as contract from "./contract";
import { registrationOptions, verifyRegistration } from "./registration";
import { authenticationChallenge, registrationChallenge, requirePasskeyAuthentication } from "./relying-party";

export function passkeyRoutes(router: AppRouter): void {
  router.route(contract.initiateRegistration, {
    prefetch: ({ db, provenProjectId: projectId, userId }) => ({
      passkeys: selectPasskeysOf(db, { projectId, userId }),
    }),
    handle: async ({ caller, found, db, fail }) => {
      const { project, user } = caller;
      requirePasskeyAuthentication({ fail }, project);
      const options = registrationOptions(project, user, found.passkeys);
      const payload = { userId: user.id, challenge: options.challenge };
      const { code, statement } = await newCode(db, registrationChallenge, { projectId: project.id, payload });
      await db.batch([statement]);
      return { options_json: options, code };
    },
  });

  router.route(contract.register, async ({ caller, body, db, fail }) => {
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
    return { user_handle: passkey.credentialId };
  });

  router.route(contract.initiateAuthentication, async ({ caller, db, fail }) => {
    const { project } = caller;
    requirePasskeyAuthentication({ fail }, project);
    const options = authenticationOptions();
    const payload = { challenge: options.challenge };
    const { code, statement } = await newCode(db, authenticationChallenge, { projectId: project.id, payload });
    await db.batch([statement]);
    return { options_json: options, code };
  });

  router.route(contract.signIn, {
    prefetch: ({ db, projectId, body }) => {
      const one = { projectId, credentialId: body.authentication_response.id };
      return { passkey: selectPasskey(db, one), owner: selectPasskeyOwner(db, one) };
    },
    handle: async ({ caller, body, found, fail, ...tools }) => {
      const { db } = tools;
      const { project } = caller;
      const { challenge } = await claimCode({ db, fail }, authenticationChallenge, {
        projectId: project.id,
        code: body.code,
      });
      requirePasskeyAuthentication({ fail }, project);
      const [[passkey], [owner]] = [found.passkey, found.owner];
      if (!passkey || !owner) return fail("PASSKEY_AUTHENTICATION_FAILED", { message: "Passkey not found" });
      const { projectId, credentialId, signCount } = passkey;
      const newSignCount = await verifyAuthentication(
        { fail },
        project,
        passkey,
        body.authentication_response,
        challenge,
      );
      if (newSignCount !== signCount) {
        const replacement = { projectId, credentialId, from: signCount, to: newSignCount };
        const [replaced] = await db.batch([replaceSignCount(db, replacement)]);
        if (replaced.length === 0) {
          const message = "Passkey authentication failed because the passkey was used elsewhere in this moment";
          return fail("PASSKEY_AUTHENTICATION_FAILED", { message });
        }
      }
      const user = readUser(owner);
      await requireSecondFactor({ db, fail }, project, user, { isNewUser: false });
      return issueSession({ ...tools, fail }, project, user, { isNewUser: false });
    },
  });
}
