import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * The mailbox of an address in lower case: many servers deliver what follows a `+` (RFC 5233) to the same one. Nothing is left of a name that
 * begins with it, so that such an address stays as it is.
 */
export function mailboxIn(address: SQLWrapper): SQL {
  const [at, tag] = [sql`instr(${address}, '@')`, sql`instr(${address}, '+')`];
  return sql`iif(${tag} between 2 and ${at}, substr(${address}, 1, ${tag} - 1) || substr(${address}, ${at}), ${address})`;
}
