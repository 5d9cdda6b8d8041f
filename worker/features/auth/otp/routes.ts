import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { signInKind } from "../../../db/users/passwords";
import { selectUserBySignInEmail } from "../../../db/users/queries";
import { selectCode, textInPayload } from "../../../db/verification-codes/queries";
import type { EmailResult } from "../../../platform/email";
import type { Settings } from "../../../platform/env";
import { keyedHashes } from "../../../platform/server-secret";
import type { Tools } from "../../../platform/tools";
import { normalizeEmail } from "../../../protocol/fields";
import type { AppRouter } from "../../access";
import {
  type EmailCount,
  type EmailTools,
  emailDepsOf,
  limitEmailTo,
  requireSent,
  sendSystemEmail,
} from "../../emails";
import { type TrustedUrl, trustedUrl } from "../../projects";
import { emailCodesOff } from "../../security-notices";
import { boundTo, type Holder } from "../../users/users";
import {
  checkCode,
  claimFoundCode,
  codeKey,
  codeLifetime,
  codeLink,
  defineCodeKind,
  halvesOf,
  lifetimeInWords,
  newCode,
} from "../../verification-codes";
import { deviceOf, hasSignedInFromHere, noteFailedSignIn, noting } from "../sessions";
import * as contract from "./contract";
import { accountOfCode, recipientOf, requireOtpSignIn, signInByCode } from "./sign-in";

export function otpRoutes(router: AppRouter): void {
  router.route(contract.sendSignInCode, {
    prefetch: ({ db, projectId, body }) => ({
      account: selectUserBySignInEmail(db, { projectId, email: normalizeEmail(body.email) }),
    }),
    handle: async ({ caller: { project }, body, found, fail, ...tools }) => {
      const email = normalizeEmail(body.email);
      const whose = () => found.account[0]?.user;
      const { account, refused } = await noting(tools, project, "code", {
        whose,
        work: async () => {
          requireOtpSignIn({ fail }, project);
          return recipientOf({ fail }, project, email, found.account[0]);
        },
      });
      if (refused) noteFailedSignIn(tools, project, { user: refused.user, method: "code", reason: "codes_refused" });
      const callbackUrl = trustedUrl({ ...tools, fail }, project, body.callback_url);
      const holder = account ?? refused;
      const user = holder?.user;
      const isKnown = await hasSignedInFromHere(tools, project, user ?? { address: email });
      const device = await deviceOf(tools, user, body.device_tokens);
      // Not by whether there is an account: what is refused once the strangers' part is used up would show it.
      const known = isKnown || device !== undefined ? { device } : undefined;
      const requester = known ? "user" : "stranger";
      const count = await noting(tools, project, "code", {
        whose,
        work: () => limitEmailTo({ ...tools, fail }, project, email, requester, { knownOf: async () => known }),
        reason: "codes_limited",
      });
      const { nonce, result } = await emailSignInCode(tools, project, {
        email,
        holder,
        hasCodesOff: refused !== undefined,
        callbackUrl,
        count,
      });
      requireSent({ fail }, result);
      return { nonce };
    },
  });

  router.route(contract.signIn, {
    prefetch: async ({ db, settings, projectId, body }) => {
      const key = await codeKey(signInCode(settings), { projectId, code: body.code });
      const email = textInPayload(key, "email");
      return { code: selectCode(db, key), account: selectUserBySignInEmail(db, { projectId, email }) };
    },
    handle: async (context) => {
      const { caller, found, body, settings } = context;
      const { project, user: present } = caller;
      const { device_tokens: deviceTokens } = body;
      const whose = () => found.account[0]?.user ?? { code: body.code };
      let account: Holder | undefined;
      const work = async () => {
        const proof = await claimFoundCode(context, signInCode(settings), {
          projectId: project.id,
          code: body.code,
          found: found.code,
          // The rules may have changed since the email was sent. Where they refuse, the code stays unused.
          follow: (payload) => {
            requireOtpSignIn(context, project);
            account = accountOfCode(context, project, payload, found.account[0]);
            return [];
          },
        });
        return signInByCode(context, project, { account, proof, present, deviceTokens });
      };
      return noting(context, project, "code", { whose, work });
    },
  });

  router.route(contract.previewSignIn, async ({ caller: { project }, body: { code }, db, settings, fail }) => {
    const sent = { projectId: project.id, code };
    const { email } = await checkCode({ db, fail }, signInCode(settings), sent, { isPreview: true });
    return { recipient_email: email };
  });

  router.route(contract.checkSignInCode, async ({ caller: { project }, body, db, settings, fail }) => {
    await checkCode({ db, fail }, signInCode(settings), { projectId: project.id, code: body.code });
    return { is_code_valid: true } as const;
  });
}

/**
 * Signs in the owner of an address, in normal form, whether or not they have an account yet. It is bound as `boundTo` says, and to the password and
 * the address of a user who has proven it.
 */
function signInCode({ serverSecrets }: Pick<Settings, "serverSecrets">) {
  return defineCodeKind({
    name: signInKind,
    isUsedOncePerEmail: true,
    payload: z.object({
      email: z.string(),
      /** Says whom `boundTo` named when the email was sent. */
      userId: z.string().nullable().default(null),
    }),
    // The client that requests an email has the nonce, so that 30 bits of the code are unknown to them: seconds of SHA-256.
    hashes: (code) => keyedHashes(serverSecrets, "sign-in-code", code),
  });
}

/**
 * Emails a code and a link, and returns what the email's short code lacks: the code's nonce, for the client. A user with codes off is told
 * so instead. Their code, which nobody has, is made like any other, so that the response takes as long.
 */
async function emailSignInCode(
  tools: EmailTools & Pick<Tools, "endUserIp">,
  project: Project,
  {
    email,
    holder,
    hasCodesOff,
    callbackUrl,
    count,
  }: {
    email: string;
    holder: Holder | undefined;
    hasCodesOff: boolean;
    callbackUrl: TrustedUrl;
    count: EmailCount | null;
  },
): Promise<{ nonce: string; result: EmailResult }> {
  const { db, settings } = tools;
  const userId = boundTo(holder);
  const { code, statement } = await newCode(db, signInCode(settings), {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "signIn"),
    subject: userId ?? email,
    user: userId === null ? undefined : { id: userId },
    payload: { email, userId },
  });
  await db.batch([statement]);
  const { typed, nonce } = halvesOf(code);
  if (hasCodesOff) return { nonce, result: await emailCodesOff(tools, project, { to: email, count }) };
  const result = await sendSystemEmail(await emailDepsOf(tools, project), {
    template: "magic_link",
    to: email,
    count,
    // No name, even of an existing user: anyone can request an email to any address.
    variables: {
      userDisplayName: null,
      validFor: lifetimeInWords(project, "signIn"),
      magicLink: codeLink(callbackUrl, code),
      otp: typed.toUpperCase(),
    },
  });
  return { nonce, result };
}
