import { sql } from "drizzle-orm";

/**
 * Says when a row of the delivery log has been kept for long enough, exactly as its index does. The expression has no comma, at which
 * drizzle-kit would end the column of the index.
 */
export const keptUntil = sql<number>`sent_at + case when kept_days is null then 30 else kept_days end * 86400000`;
