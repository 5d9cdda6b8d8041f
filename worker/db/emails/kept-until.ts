import { sql } from "drizzle-orm";

/**
 * Says when a row of the delivery log has been kept for as long as it is to be, exactly as its index has it. (It has no
 * comma, at which drizzle-kit would end the column of the index.)
 */
export const keptUntil = sql<number>`sent_at + case when kept_days is null then 30 else kept_days end * 86400000`;
