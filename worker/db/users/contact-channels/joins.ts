import { and, eq, type SQLWrapper } from "drizzle-orm";
import { contactChannels } from "./schema";

/** Joins the addresses of a user: `.innerJoin(...channelsOf(memberships.projectId, memberships.userId))`. */
export const channelsOf = (projectId: string | SQLWrapper, userId: string | SQLWrapper) =>
  [contactChannels, and(eq(contactChannels.projectId, projectId), eq(contactChannels.userId, userId))] as const;
