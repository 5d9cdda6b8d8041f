import { sql } from "drizzle-orm";

/**
 * Says when a code goes, exactly as its index does. Until then it is reported as expired, or as used. That lasts a day, for people who
 * open an old email. It lasts an hour where no email has the code and anyone makes as many as they like. The expression has no comma,
 * at which drizzle-kit would end the column of the index.
 */
export const keptUntil = sql<number>`expires_at + case kind when 'passkey_authentication' then 3600000 when 'passkey_registration' then 3600000 when 'mfa_attempt' then 3600000 when 'integration_interaction' then 3600000 else 86400000 end`;
