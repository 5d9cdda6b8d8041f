import type { User } from "../../../db/users/queries";
import type { IntegrationFamily } from "../../../platform/integration-clients";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { claimCode, newCode, previewCode } from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { findClient } from "..";
import { authorizationCode, interaction } from "./code-kinds";
import { codeLifetimeMillis } from "./contract";
import { redirectWith } from "./redirect";

type ApprovalTools = Pick<Tools, "db" | "settings"> & Failing<VerificationCodeError>;

/** What a partner requested, with the request left open. */
export async function openInteraction(tools: ApprovalTools, family: IntegrationFamily, uid: string) {
  const payload = await previewCode(tools, interaction, { projectId: "internal", code: uid });
  const client = findClient(tools, family, payload.clientId);
  return client ? { payload, client } : tools.fail("VERIFICATION_CODE_NOT_FOUND");
}

/** Uses a partner's request up and makes the code for it. Whether the project is the owner's is checked before. */
export async function approve(
  tools: ApprovalTools,
  family: IntegrationFamily,
  decision: {
    uid: string;
    projectId: string;
    /** The owner who decides: the code ends when a credential of theirs is replaced. */
    user?: Pick<User, "id" | "credentialVersion">;
    externalName?: string | undefined;
  },
): Promise<{ code: string; redirectUrl: string }> {
  const { db, settings, fail } = tools;
  const { user, projectId } = decision;
  const isOfFamily = ({ clientId }: { clientId: string }) => {
    if (!findClient(tools, family, clientId)) fail("VERIFICATION_CODE_NOT_FOUND");
  };
  const sent = { projectId: "internal", code: decision.uid, validate: isOfFamily };
  const { state, ...request } = await claimCode(tools, interaction, sent);
  const name = decision.externalName ?? findClient(tools, family, request.clientId)?.name;
  const { code, statement } = await newCode(db, authorizationCode, {
    projectId: "internal",
    lifetimeMillis: codeLifetimeMillis,
    user,
    payload: {
      ...request,
      projectId,
      keySetId: newId(),
      description: `Given to ${name}`,
      ownerId: user?.id ?? null,
    },
  });
  await db.batch([statement]);
  return { code, redirectUrl: redirectWith(settings, family, { ...request, state }, { code }) };
}
