// Who is restricted signs in, and is kept from full use. It is said here alone: of a user who was read, and in SQL.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { asksForVerification } from "../projects/joins";
import type { Project } from "../projects/project";
import { users } from "./schema";

type RestrictedType = "anonymous" | "restricted_by_administrator" | "email_not_verified";

/** Says why a user is kept from full use; null where they are not. */
export function restrictedTypeOf(
  { config }: Pick<Project, "config">,
  user: Pick<typeof users.$inferSelect, "isAnonymous" | "restrictedByAdmin" | "primaryEmailVerified">,
): RestrictedType | null {
  if (user.isAnonymous) return "anonymous";
  if (user.restrictedByAdmin) return "restricted_by_administrator";
  return config.onboarding.requireEmailVerification && !user.primaryEmailVerified ? "email_not_verified" : null;
}

/** Says the same of the row that a statement finds. */
export function restrictedTypeIn(projectId: string | SQLWrapper): SQL {
  return sql`case
    when ${users.isAnonymous} then 'anonymous'
    when ${users.restrictedByAdmin} then 'restricted_by_administrator'
    when not ${users.primaryEmailVerified} and ${asksForVerification(projectId)} then 'email_not_verified'
  end`;
}

/** Tells whether the row that a statement finds is of a user who has signed up and is kept from full use. */
export function isKeptBack(projectId: string): SQL {
  return sql`(not ${users.isAnonymous} and ${restrictedTypeIn(projectId)} is not null)`;
}
