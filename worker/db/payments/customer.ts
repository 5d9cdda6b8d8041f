/** Who buys and holds items: a user, a team, or anything else that the project's backend has an id for. */
export type CustomerType = "user" | "team" | "custom";

export const customerTypes = ["user", "team", "custom"] as const satisfies readonly CustomerType[];

/** One customer of a project. */
export interface CustomerKey<ProjectId = string> {
  projectId: ProjectId;
  customerType: CustomerType;
  customerId: string;
}
