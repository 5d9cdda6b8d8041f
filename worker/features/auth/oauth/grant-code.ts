import { resolutionQueries } from "../../../db/oauth-flows/resolution";
import { batchByName } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { CredentialChangeError } from "../../../protocol/credential-changes";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { requireOwnSession, requireRecentProof } from "../../access";
import { noteFailedSignIn, noting, requireUnrestricted } from "../sessions";
import { newAuthorizationCode, type ProviderGrant } from "./authorization-code";
import type { AccountError } from "./contract";
import type { OuterRequest } from "./outer-request";
import { type NamedFlow, resolveUser } from "./resolve-user";

/**
 * Decides whom an account signs in, and makes a code that stands for the decision. No user, link or token is written
 * before the app redeems the code with the verifier of its flow: until then the browser may have been sent by anyone.
 * Two round trips.
 */
export async function grantCode(
  tools: Pick<Tools, "db" | "settings" | "limits" | "sender"> &
    Deferring &
    Failing<AccountError | CredentialChangeError>,
  {
    tokens,
    redirectUri,
    ...flow
  }: NamedFlow &
    Pick<ProviderGrant, "tokens"> & { redirectUri: string } & {
      request: OuterRequest;
    },
): Promise<string> {
  const { db, fail } = tools;
  const { project, request, profile } = flow;
  const { id: projectId } = project;
  const { type, providerId, userId, sessionId } = request;
  const { accountId, email } = profile;
  const keys = { projectId, providerConfigId: providerId, accountId, email, userId, sessionId };
  const found = await batchByName(db, resolutionQueries(db, keys));
  const resolution = await noting(tools, project, "oauth", {
    whose: () => found.holder?.[0]?.user,
    work: async () => resolveUser(tools, flow, found),
  });
  if (!resolution) {
    requireOwnSession({ fail }, project, found.session?.[0]);
    return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  }
  const { user, kind } = resolution;
  if (user && user.restrictedAt !== null)
    noteFailedSignIn(tools, project, { user, method: "oauth", reason: "restricted" });
  if (user) requireUnrestricted({ fail }, user);
  const [session] = found.session ?? [];
  if (type === "link" && user && session) requireRecentProof({ fail }, project, user, session);
  const isNewUser = kind === "sign-up";
  const decision = {
    projectId,
    type,
    userId: user?.id ?? "",
    userIsAnonymous: user?.isAnonymous ?? false,
    credentialVersion: user?.credentialVersion ?? null,
    sessionId: type === "link" || isNewUser ? sessionId : null,
    isNewUser,
    providerId,
    redirectUri,
    afterCallbackUrl: request.afterCallbackUrl,
    codeChallenge: request.codeChallenge,
    codeChallengeMethod: request.codeChallengeMethod,
  };
  const { code, statement } = await newAuthorizationCode(tools, decision, { profile, tokens });
  await db.batch([statement]);
  return code;
}
