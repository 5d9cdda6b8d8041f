import { equalSecrets } from "../../platform/secrets";
import type { AppRouter } from "../access";
import * as contract from "./contract";
import { type Digest, dueDigests, sendDigest } from "./digest";

const digestsPerRequest = 100;

export function failedEmailDigestRoutes(router: AppRouter): void {
  router.route(contract.sendFailedEmailDigests, async ({ headers, query, fail, ...tools }) => {
    const { cronSecret } = tools.settings;
    const sent = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
    if (!cronSecret || !sent || !equalSecrets(sent, cronSecret)) return fail(contract.unauthorized);
    const isDryRun = query.dry_run !== undefined && query.dry_run !== "false";
    const shown: ReturnType<typeof toShown>[] = [];
    for (const db of tools.shards) {
      const ofShard = { ...tools, db };
      const { digests } = await dueDigests(ofShard, { dueBy: Number.MAX_SAFE_INTEGER, limit: digestsPerRequest });
      if (!isDryRun) for (const digest of digests) await sendDigest(ofShard, digest);
      shown.push(...digests.map(toShown));
    }
    return { success: true, failed_emails_by_tenancy: shown };
  });
}

function toShown({ project, owners, failures }: Digest) {
  return {
    project_id: project.id,
    project_display_name: project.displayName,
    owner_emails: owners.map(({ email }) => email),
    failed_emails: failures.map(({ subject, to, error }) => ({ subject, to, error_type: error?.errorType ?? "" })),
  };
}
