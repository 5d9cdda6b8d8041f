/**
 * Counts the sealed values of each kind under each seal. It is SQL without parameters, for the command that says whether a root secret
 * is still needed. It counts by index, except for flows, of which there are few. D1 takes five terms of a union, so that some are
 * within another.
 */
export const sealCounts = `
select 'authenticator apps' as kind, seal, count(*) as count from totp_secrets group by seal
union all select 'provider tokens', seal, count(*) from provider_tokens group by seal
union all select 'projects with secrets', config_seal, count(*) from projects where config_seal is not null group by config_seal
union all select * from (
  select 'data vault stores', seal, count(*) from data_vault_keys group by seal
  union all select 'webhook secrets', seal, count(*) from webhook_endpoints where seal is not null group by seal
)
union all select 'OAuth flows under way', substr(sealed_secrets, 1, 22) as seal, count(*) from oauth_requests
  where expires_at > unixepoch() * 1000 group by seal
`
  .trim()
  .replace(/\s+/g, " ");

/** A row of `sealCounts`. */
export interface SealCount {
  kind: string;
  seal: string;
  count: number;
}
