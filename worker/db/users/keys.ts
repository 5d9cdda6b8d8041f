/** The key of a user's row, and of what belongs to one user. */
export interface UserKey {
  projectId: string;
  userId: string;
}
