import type * as z from "zod";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { advanceCredentials } from "../../../db/users/changes";
import {
  deletePasskey,
  fewerPasskeys,
  followPasskeys,
  insertPasskey,
  isPasskeyTaken,
  type Passkey,
  renamePasskey,
  selectPasskey,
  selectPasskeyOwner,
  selectPasskeysOf,
} from "../../../db/users/passkeys";
import { readUser } from "../../../db/users/queries";
import { selectCodesSince } from "../../../db/verification-codes/queries";
import { ifFewer, refuseUnless, unlessRefused, violatesForeignKey } from "../../../platform/database";
import { lazyModule } from "../../../platform/lazy-module";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type AppRouter, type AssumedCaller, type Caller, requireSignUpFor } from "../../access";
import { passkeyChallengesAtCap, passkeysAtCap } from "../../caps/contract";
import { deferSecurityNotice } from "../../security-notices";
import { claimCode, newCode } from "../../verification-codes";
import { requireSecondFactor } from "../mfa";
import { issueSession, noteFailedSignIn, noting, requireUnsuspended } from "../sessions";
import * as contract from "./contract";
import { keepUse, passkeyQueries, proveByPasskey, whileUnused } from "./index";
import {
  authenticationChallenge,
  ceremonyMillis,
  challengeMillis,
  newChallenge,
  registrationChallenge,
  registrationOptions,
  requirePasskeyAuthentication,
  rpIdPlaceholder,
} from "./relying-party";

const verification = lazyModule(() => import("./verify-registration"));

export function passkeyRoutes(router: AppRouter): void {
  router.route(contract.initiateRegistration, {
    prefetch: ({ db, provenProjectId: projectId, userId }) => ({
      passkeys: selectPasskeysOf(db, { projectId, userId }),
    }),
    handle: async ({ caller, found, db, fail }) => {
      const { project, user } = caller;
      requirePasskeyAuthentication({ fail }, project);
      requireSignUpFor({ fail }, project, user);
      const { passkeysPerUser, passkeyChallengesPerUser: max } = project.config.limits;
      // Before the browser makes one that could not be stored.
      if (found.passkeys.length >= passkeysPerUser) return fail(passkeysAtCap, { max: passkeysPerUser });
      const options = registrationOptions(project, user, found.passkeys);
      const { code, statement } = await newCode(db, registrationChallenge, {
        projectId: project.id,
        lifetimeMillis: challengeMillis,
        subject: user.id,
        user,
        payload: { userId: user.id, challenge: options.challenge },
      });
      const inProgress = selectCodesSince(db, {
        projectId: project.id,
        kind: registrationChallenge.name,
        subject: user.id,
        since: Date.now() - challengeMillis,
      });
      const stored = await unlessRefused(db.batch([refuseUnless(db, ifFewer(inProgress, max)), statement]));
      return stored ? { options_json: options, code } : fail(passkeyChallengesAtCap, { max });
    },
  });

  router.route(contract.register, async (context) => {
    const { caller, body, db, fail } = context;
    const { project, user } = caller;
    const one = { projectId: project.id, userId: user.id };
    const requested = await claimCode({ db, fail }, registrationChallenge, { projectId: project.id, code: body.code });
    requirePasskeyAuthentication({ fail }, project);
    requireSignUpFor({ fail }, project, user);
    const refuse = (reason: string, cause?: unknown) =>
      fail("PASSKEY_REGISTRATION_FAILED", { message: `Passkey registration failed because ${reason}` }, { cause });
    if (requested.userId !== user.id) return refuse("another user has asked for it");
    const { verifyRegistration } = await verification();
    const passkey = await verifyRegistration(context, project, body.credential, requested.challenge);
    const max = project.config.limits.passkeysPerUser;
    const statements = [
      refuseUnless(db, fewerPasskeys(db, one, max)),
      insertPasskey(db, { ...one, ...passkey, createdAt: Date.now(), lastUsedAt: null }),
      followPasskeys(db, one),
      recordAudit(db, project, caller.actor, {
        type: "passkey.created",
        target: { type: "user", id: user.id },
        details: { passkey_id: passkey.credentialId },
      }),
    ] as const;
    const stored = await unlessRefused(db.batch(statements)).catch((error) => {
      if (isPasskeyTaken(error)) return refuse("the passkey is registered already", error);
      // Deleted since the caller was loaded.
      if (violatesForeignKey(error)) return refuse("the user does not exist any more", error);
      throw error;
    });
    if (!stored) return fail(passkeysAtCap, { max });
    deferSecurityNotice(context, project, user, "passkeyAdded");
    return { user_handle: passkey.credentialId };
  });

  router.route(contract.initiateAuthentication, {
    write: async (context) => {
      const { statement, ...challenge } = await newAuthentication(context);
      return { challenge, statements: [statement] };
    },
    handle: async (context) => {
      if (context.written) return context.written.challenge;
      const { statement, ...challenge } = await newAuthentication(context);
      await context.db.batch([statement]);
      return challenge;
    },
  });

  router.route(contract.signIn, {
    prefetch: ({ db, projectId, body }) =>
      passkeyQueries(db, { projectId, credentialId: body.authentication_response.id }),
    handle: async (context) => {
      const { project } = context.caller;
      const [owner] = context.found.owner;
      const proof = await noting(context, project, "passkey", {
        whose: () => owner?.user,
        work: () => proveByPasskey(context, project, context.found, context.body),
      });
      const { user, isUserVerified, use } = proof;
      if (user.suspendedAt !== null)
        noteFailedSignIn(context, project, { user, method: "passkey", reason: "suspended" });
      const needsMore = user.suspendedAt !== null || (user.requiresTotpMfa && !isUserVerified);
      if (needsMore) await keepUse(context, proof);
      if (isUserVerified) requireUnsuspended(context, user);
      else await requireSecondFactor(context, project, user, { isNewUser: false });
      return whileUnused(context, () =>
        issueSession(context, project, user, { isNewUser: false, method: "passkey", before: use }),
      );
    },
  });

  router.route(contract.listPasskeys, {
    prefetch: ({ db, provenProjectId: projectId, query }) => ({
      passkeys: selectPasskeysOf(db, { projectId, userId: query.user_id }),
    }),
    handle: ({ caller, query, found, fail }) => {
      if (caller.tier === "client") {
        if (!caller.user) return fail("CANNOT_GET_OWN_USER_WITHOUT_USER");
        if (query.user_id !== caller.user.id) return fail(contract.notOwnPasskeys);
      }
      return { items: found.passkeys.map(toPasskey), is_paginated: false as const };
    },
  });

  router.route(contract.renamePasskey, {
    prefetch: ({ db, projectId, params }) => ({ passkey: selectPasskey(db, passkeyOf(projectId, params)) }),
    handle: async ({ caller, params, body, found, db, fail }) => {
      requireVisible({ fail }, caller, found.passkey[0]);
      const [[renamed]] = await db.batch([
        renamePasskey(db, { ...passkeyOf(caller.project.id, params), name: body.name }),
      ]);
      return toPasskey(renamed ?? fail(contract.passkeyNotFound));
    },
  });

  router.route(contract.deletePasskey, {
    prefetch: ({ db, projectId, params }) => ({
      passkey: selectPasskey(db, passkeyOf(projectId, params)),
      owner: selectPasskeyOwner(db, passkeyOf(projectId, params)),
    }),
    handle: async (context) => {
      const { caller, params, found, db, fail } = context;
      const { projectId, userId } = requireVisible({ fail }, caller, found.passkey[0]);
      const owner = readUser(found.owner[0] ?? fail(contract.passkeyNotFound));
      const user = { projectId, userId };
      const target = { type: "user", id: userId };
      const details = { passkey_id: params.passkey_id };
      const [removed] = await db.batch([
        deletePasskey(db, passkeyOf(projectId, params)),
        recordAudit(db, caller.project, caller.actor, { type: "passkey.deleted", target, details }, ifChanged),
        followPasskeys(db, user),
        advanceCredentials(db, user),
      ]);
      if (removed.length === 0) return fail(contract.passkeyNotFound);
      deferSecurityNotice(context, caller.project, owner, "passkeyRemoved");
      return { success: true as const };
    },
  });
}

/** A challenge to sign in with, and the statement that stores it. */
async function newAuthentication({
  caller: { project },
  db,
  fail,
}: Pick<Tools, "db"> & Failing<"PASSKEY_AUTHENTICATION_NOT_ENABLED"> & { caller: Pick<AssumedCaller, "project"> }) {
  requirePasskeyAuthentication({ fail }, project);
  const options = authenticationOptions();
  const { code, statement } = await newCode(db, authenticationChallenge, {
    projectId: project.id,
    lifetimeMillis: challengeMillis,
    payload: { challenge: options.challenge },
  });
  return { options_json: options, code, statement };
}

function passkeyOf(projectId: string, { passkey_id }: { passkey_id: string }) {
  return { projectId, credentialId: passkey_id };
}

/** Clients have the passkeys of their own user, servers those of all; others are as if they did not exist. */
function requireVisible(
  { fail }: Failing<typeof contract.passkeyNotFound>,
  { tier, user }: Caller,
  passkey: Passkey | undefined,
): Passkey {
  if (passkey && (tier !== "client" || passkey.userId === user?.id)) return passkey;
  return fail(contract.passkeyNotFound);
}

function toPasskey(passkey: Passkey): z.input<typeof contract.Passkey> {
  return {
    id: passkey.credentialId,
    user_id: passkey.userId,
    name: passkey.name,
    created_at_millis: passkey.createdAt,
    last_used_at_millis: passkey.lastUsedAt,
  };
}

/** Returns what a browser needs to let its user choose a passkey (WebAuthn section 5.5); each request has a challenge of its own. */
function authenticationOptions() {
  return {
    rpId: rpIdPlaceholder,
    challenge: newChallenge(),
    allowCredentials: [],
    timeout: ceremonyMillis,
    userVerification: "preferred" as const,
  };
}
