import { selectTokenFacts } from "../../../db/users/provider-tokens/queries";
import { selectUser } from "../../../db/users/queries";
import { countRecoveryCodes } from "../../../db/users/recovery-codes";
import type { AppRouter } from "../../access";
import * as contract from "./contract";

export function credentialSummaryRoutes(router: AppRouter): void {
  router.route(contract.readCredentialSummary, {
    prefetch: ({ db, projectId, provenProjectId, params: { user_id: userId } }) => ({
      users: selectUser(db, { projectId, userId }),
      codes: countRecoveryCodes(db, { projectId, userId }),
      tokens: selectTokenFacts(db, { projectId: provenProjectId, userId }),
    }),
    handle: ({ found, fail }) => {
      if (found.users.length === 0) return fail("USER_NOT_FOUND");
      const now = Date.now();
      return {
        remaining_recovery_codes: found.codes[0]?.remaining ?? 0,
        provider_tokens: found.tokens.map((token) => ({
          oauth_provider_id: token.linkId,
          scopes: token.scopes,
          created_at_millis: token.createdAt,
          is_usable: token.expiresAt > now || token.isRenewable === 1,
        })),
      };
    },
  });
}
