import { userActor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { UserKey } from "../../../db/keys";
import type { Project } from "../../../db/projects/project";
import { linkAccount, type OwnAccount, roomForLink } from "../../../db/users/oauth-links";
import { refuseUnless, type Statement } from "../../../platform/database";
import { seal, UnsealError, unseal } from "../../../platform/sealing";
import type { Tools } from "../../../platform/tools";
import { type ProviderTokens, storeProviderTokens } from "../../users/connected-accounts";

/**
 * An account at a provider that has proven an address, to be linked to the user who has the address and a second factor. Until
 * the factor is shown, whoever holds a session of that user may be another person, and must get no tokens of the account.
 */
export interface WaitingLink extends Pick<OwnAccount, "providerConfigId" | "accountId"> {
  /** The address that the provider reports. */
  email: string | null;
  tokens: ProviderTokens;
}

/** Seals a link for the payload of an attempt. */
export function sealLink({ serverSecrets }: Tools["settings"], user: UserKey, link: WaitingLink): Promise<string> {
  return seal(serverSecrets, purposeOf(user), JSON.stringify(link));
}

/** Opens what `sealLink` sealed; undefined where its root secret is gone. */
async function openLink({ settings }: Pick<Tools, "settings">, user: UserKey, sealed: string) {
  try {
    return JSON.parse(await unseal(settings.serverSecrets, purposeOf(user), sealed)) as WaitingLink;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/**
 * Makes the statements that link the account of an attempt. Their batch fails, as `isSignInAccountTaken` and `isConditionRefused` recognise, where
 * the account is another user's by now or the user has as many as they may.
 */
export async function linkStatements(
  tools: Pick<Tools, "db" | "settings" | "sender">,
  project: Project,
  userId: string,
  sealed: string | undefined,
): Promise<Statement[]> {
  const user = { projectId: project.id, userId };
  const link = sealed === undefined ? undefined : await openLink(tools, user, sealed);
  if (!link) return [];
  const { db, sender } = tools;
  const { tokens, email, ...named } = link;
  const account = { ...user, ...named };
  return [
    refuseUnless(db, roomForLink(db, account, project.config.limits.linkedAccountsPerUser)),
    ...linkAccount(db, { ...account, email }),
    ...(await storeProviderTokens(tools, account, tokens)),
    recordAudit(db, project, userActor(sender, userId), {
      type: "oauth_account.linked",
      target: { type: "user", id: userId },
      details: { provider_config_id: account.providerConfigId },
    }),
  ];
}

function purposeOf({ projectId, userId }: UserKey): string {
  return `waiting-link/${projectId}/${userId}`;
}
