/**
 * The code that reaches more than one database, by its file below `worker/`, with the tests that run with two. Everything
 * else works in the database that it is handed, whichever that is: `statements-by-project.ts` checks what it sends there.
 */
export const testsAcrossShards: Readonly<Record<string, readonly string[]>> = {
  "db/move-statements.ts": ["features/project-moves/move.shards.test.ts"],
  "db/project-moves/statements.ts": ["features/project-moves/move.shards.test.ts"],
  "db/projects/queries.ts": ["features/projects/projects.test.ts"],
  // The session of an owner is in the first database, whatever endpoint the owner requests.
  "features/access/authentication.ts": ["caller-tokens.test.ts", "round-trips.test.ts"],
  "features/access/index.ts": ["features/audit/audit.test.ts"],
  // A key or a code is looked for in all of them.
  "features/api-keys/leaked-keys.ts": ["features/api-keys/leaked-keys.test.ts"],
  "features/payments/purchases/routes.ts": ["features/payments/purchases/validate-code.test.ts"],
  "features/payments/stripe/events.ts": ["features/payments/stripe/events.test.ts"],
  "features/security-notices/routes.ts": ["features/security-notices/security-notices.test.ts"],
  "features/usage/jobs.ts": ["features/usage/usage.test.ts"],
  "features/users/notification-preferences/routes.ts": [
    "features/users/notification-preferences/unsubscribe-link.test.ts",
  ],
  "features/verification-codes/codes.ts": ["features/verification-codes/verification-codes.test.ts"],
  // Requests that name their project by something else than the header.
  "features/auth/hosted/routes.ts": ["features/auth/hosted/frame-ancestors.test.ts"],
  "features/auth/oauth/begin-flow.ts": ["features/auth/oauth/authorize.test.ts"],
  "features/auth/oauth/outer-request.ts": ["features/auth/oauth/callback.test.ts"],
  "features/auth/sessions/routes.ts": ["features/auth/sessions/refresh.test.ts"],
  // Emails and notices to owners, who are in the first.
  "features/emails/index.ts": ["features/emails/emails.test.ts"],
  "features/emails/recipients.ts": ["features/emails/recipients.test.ts"],
  "features/emails/routes.ts": ["features/emails/recipients.test.ts"],
  "features/emails/send-system-email.ts": ["features/emails/email-limit.test.ts"],
  "features/failed-email-digest/digest.ts": ["features/failed-email-digest/failed-email-digest.test.ts"],
  "features/failed-email-digest/routes.ts": ["features/failed-email-digest/failed-email-digest.test.ts"],
  "features/webhooks/api-authentication.ts": [
    "features/webhooks/svix-api.test.ts",
    "features/webhooks/svix-audit.test.ts",
  ],
  "features/webhooks/jobs.ts": ["features/webhooks/disabled-notice.test.ts"],
  "features/webhooks/message-routes.ts": ["features/webhooks/svix-audit.test.ts"],
  "features/webhooks/index.ts": ["features/webhooks/project-share.test.ts"],
  // Images, which are in the first, and values of the vault of each project.
  "db/storage/queries.ts": ["features/usage/usage.test.ts"],
  "features/usage/routes.ts": ["features/usage/usage.test.ts"],
  "features/data-vault/jobs.ts": ["features/data-vault/counted-values.test.ts"],
  // Projects and their owners, who are changed together.
  "features/images/jobs.ts": ["features/images/image-quota.test.ts"],
  "features/images/index.ts": ["features/projects/logos.test.ts", "features/projects/deletion.test.ts"],
  "features/integrations/oauth/redeem.ts": ["features/integrations/oauth/oauth.test.ts"],
  "features/integrations/oauth/routes.ts": ["features/integrations/oauth/oauth.test.ts"],
  "features/integrations/projects/confirm-transfer.ts": ["features/integrations/projects/transfer.test.ts"],
  "features/integrations/projects/routes.ts": ["features/integrations/projects/provision.test.ts"],
  "features/teams/invitations/owners.ts": ["features/teams/invitations/owner-invitations.test.ts"],
  "features/teams/invitations/routes.ts": ["features/teams/invitations/owner-invitations.test.ts"],
  "features/owner-teams/routes.ts": ["features/owner-teams/owner-roles.test.ts"],
  "features/project-moves/jobs.ts": ["features/project-moves/move.shards.test.ts"],
  "features/project-moves/move.ts": ["features/project-moves/move.shards.test.ts"],
  "features/project-transfer/routes.ts": ["features/project-transfer/transfer.test.ts"],
  "features/projects/jobs.ts": ["features/projects/deletion.test.ts"],
  "features/projects/new-project.ts": ["features/projects/new-project.shards.test.ts"],
  "features/projects/ownership.ts": ["features/projects/ownership.test.ts", "features/projects/projects.test.ts"],
  "features/projects/project-changes.ts": ["features/projects/project-config.test.ts"],
  "features/projects/routes.ts": ["features/projects/projects.test.ts", "features/projects/deletion.test.ts"],
  // Who leaves may be the last owner of projects that are elsewhere.
  "features/teams/change-team.ts": ["features/projects/ownership.test.ts"],
  "features/teams/memberships/index.ts": ["features/projects/ownership.test.ts"],
  "features/teams/memberships/routes.ts": ["features/projects/ownership.test.ts"],
  "features/teams/routes.ts": ["features/projects/ownership.test.ts", "features/teams/teams.test.ts"],
  "features/users/users/remove-user.ts": ["features/projects/ownership.test.ts"],
  "features/users/users/routes.ts": ["features/projects/ownership.test.ts"],
  // Work on all of them.
  "features/health/readiness.ts": ["features/health/health.test.ts"],
  "platform/databases.ts": ["platform/database.test.ts", "platform/statements-by-project.test.ts"],
  "platform/job-runner.ts": ["jobs.test.ts"],
  "platform/jobs.ts": ["jobs.test.ts"],
  "platform/shard-reads.ts": ["features/access/read-rules.test.ts"],
  "platform/shards.ts": ["features/project-moves/move.shards.test.ts"],
  "platform/task-steps.ts": ["jobs.test.ts", "reseal.test.ts"],
  "platform/tools.ts": ["access-matrix.test.ts", "reseal.test.ts"],
};

/** Matches how code reaches another database than the one that it is handed. */
export const reachesOtherDatabases = /\b(?:dbOf\(|firstDb\b|findInShards\b|isOfFirstShard\b|shards\b)/;
