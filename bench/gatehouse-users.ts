import { numbersUpTo } from "./subject";

const usersPerStatement = 20_000;

/** The numbers of users in ranges, each of which a statement adds. */
export function rangesUpTo(users: number): [first: number, last: number][] {
  return Array.from({ length: Math.ceil(users / usersPerStatement) }, (_, range) => [
    range * usersPerStatement + 1,
    Math.min((range + 1) * usersPerStatement, users),
  ]);
}

/** SQL that adds users, who can sign in but have no password, to a project of Gatehouse. */
export function addedUsers(projectId: string, first: number, last: number): string[] {
  const numbers = numbersUpTo(first, last);
  const now = Date.now();
  return [
    `${numbers} INSERT INTO users (project_id, id, ordinal, display_name, search_name, signed_up_at, last_active_at,
       primary_email, primary_email_verified, primary_email_auth_enabled, has_password)
     SELECT '${projectId}', ${idOf("n")}, ${ordinalOf("n")}, 'Person ' || n, 'person ' || n, ${now} - n * 1000,
       ${now} - n * 1000, 'user' || n || '@example.com', 1, 1, 1 FROM numbers`,
    `${numbers} INSERT INTO contact_channels (project_id, id, user_id, type, value, is_primary, is_verified,
       used_for_auth, created_at)
     SELECT '${projectId}', ${idOf("n")}, ${idOf("n")}, 'email', 'user' || n || '@example.com', 1, 1, 1, ${now} - n * 1000
     FROM numbers`,
  ];
}

/** SQL that adds verification codes to a project, as many as the numbers of users, which the task of every minute deletes. */
export function expiredCodes(projectId: string, first: number, last: number): string {
  return `${numbersUpTo(first, last)} INSERT INTO verification_codes (project_id, id, kind, code_hash, nonce_hash, payload,
      created_at, expires_at)
    SELECT '${projectId}', ${idOf("n")}, 'mfa_attempt', 'code' || n, 'nonce' || n, '{}', 0, n FROM numbers`;
}

/** An id in the form of version 4, made of a number, as SQL. */
export function idOf(number: string): string {
  return `printf('%08x-0000-4000-8000-%012x', ${number}, ${number})`;
}

/** The ordinal of the user of a number, as SQL. */
export function ordinalOf(number: number | string): string {
  return `(1000 + ${number})`;
}
