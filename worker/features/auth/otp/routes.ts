import { selectUserBySignInEmail, type User } from "../../../db/users/queries";
import { normalizeEmail } from "../../../protocol/fields";
import type { AppRouter } from "../../access";
import { limitMailTo, requireSent } from "../../emails";
import { trustedUrl } from "../../projects";
import { checkCode, claimFoundCode, codeQuery, previewCode } from "../../verification-codes";
import { deferKnownNetwork, deviceOf, hasSignedInFromHere, noting } from "../sessions";
import * as contract from "./contract";
import { accountOf, requireOtpSignIn } from "./rules";
import { claim, signInKnown, signUp } from "./sign-in";
import { mailSignInCode, signInCode } from "./sign-in-code";

export function otpRoutes(router: AppRouter): void {
  router.route(contract.sendSignInCode, {
    prefetch: ({ db, projectId, body }) => ({
      account: selectUserBySignInEmail(db, { projectId, email: normalizeEmail(body.email) }),
    }),
    handle: async ({ caller: { project }, body, found, fail, ...tools }) => {
      const email = normalizeEmail(body.email);
      const whose = () => found.account[0]?.user;
      const account = await noting(tools, project, "code", {
        whose,
        work: async () => {
          requireOtpSignIn({ fail }, project);
          return accountOf({ fail }, project, email, found.account[0]);
        },
      });
      const callbackUrl = trustedUrl({ ...tools, fail }, project, body.callback_url);
      const isKnown = await hasSignedInFromHere(tools, project, account ?? { address: email });
      const device = await deviceOf(tools, account, body.device_tokens);
      // Not by whether there is an account: what is refused once the strangers' part is used up would show it.
      const known = isKnown || device !== undefined ? { device } : undefined;
      const requester = known ? "user" : "stranger";
      const count = await noting(tools, project, "code", {
        whose,
        work: () => limitMailTo({ ...tools, fail }, project, email, requester, { knownOf: async () => known }),
        reason: "codes_limited",
      });
      const { nonce, result } = await mailSignInCode(tools, project, { email, account, callbackUrl, count });
      requireSent({ fail }, result);
      return { nonce };
    },
  });

  router.route(contract.signIn, {
    prefetch: async ({ db, settings, projectId, body }) => {
      const { statement, textOf } = await codeQuery(db, signInCode(settings), { projectId, code: body.code });
      return { code: statement, account: selectUserBySignInEmail(db, { projectId, email: textOf("email") }) };
    },
    handle: async (context) => {
      const { caller, found, body, settings } = context;
      const { project, user: present } = caller;
      const { device_tokens: deviceTokens } = body;
      const whose = () => found.account[0]?.user ?? { code: body.code };
      let account: User | undefined;
      const work = async () => {
        const { email } = await claimFoundCode(context, signInCode(settings), {
          projectId: project.id,
          code: body.code,
          found: found.code,
          // The rules may have changed since the mail was sent. Where they refuse, the code stays unused.
          validate: (payload) => {
            requireOtpSignIn(context, project);
            account = accountOf(context, project, payload.email, found.account[0]);
            // The address has come to be another user's since, who has not asked for the mail.
            if (account && account.id !== payload.userId) context.fail("VERIFICATION_CODE_NOT_FOUND");
          },
        });
        const isKnown = found.account[0]?.isEmailVerified;
        const signedIn = await (!account
          ? signUp(context, project, { email, present, deviceTokens })
          : isKnown
            ? signInKnown(context, project, { user: account, deviceTokens })
            : claim(context, project, { user: account, email, deviceTokens }));
        deferKnownNetwork(context, project, { id: signedIn.user_id }, { isFirst: !isKnown });
        return signedIn;
      };
      return noting(context, project, "code", { whose, work });
    },
  });

  router.route(contract.previewSignIn, async ({ caller: { project }, body: { code }, db, settings, fail }) => {
    const { email } = await previewCode({ db, fail }, signInCode(settings), { projectId: project.id, code });
    return { recipient_email: email };
  });

  router.route(contract.checkSignInCode, async ({ caller: { project }, body, db, settings, fail }) => {
    await checkCode({ db, fail }, signInCode(settings), { projectId: project.id, code: body.code });
    return { is_code_valid: true } as const;
  });
}
