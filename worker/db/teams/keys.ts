/** The key of a team's row. */
export interface TeamKey {
  projectId: string;
  teamId: string;
}
