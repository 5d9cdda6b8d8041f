/** Says who buys and holds items: a user, a team, or anything else that the project's backend has an id for. */
export type CustomerType = "user" | "team" | "custom";

/** One customer of a project. */
export interface CustomerKey<ProjectId = string> {
  projectId: ProjectId;
  customerType: CustomerType;
  customerId: string;
}

/** One item of one customer, whose changes are one ledger. */
export interface ItemKey<ProjectId = string> extends CustomerKey<ProjectId> {
  itemId: string;
}
