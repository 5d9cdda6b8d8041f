import type { ItemReference } from "../../kit";
import { msg } from "../translation/message";
import type { Translate } from "../translation/use-translation";

/** A customer by type and id. */
export interface CustomerKey {
  readonly type: CustomerType;
  readonly id: string;
}

/** Says who can be a customer: a user, a team, or someone of whom the project's backend alone has a record. */
export type CustomerType = "user" | "team" | "custom";

const names = { user: msg("Users"), team: msg("Teams"), custom: msg("Custom customers") } as const;

const types: readonly CustomerType[] = ["user", "team", "custom"];

/** The types of customers as choices. */
export function customerTypeOptions(t: Translate): { value: CustomerType; label: string }[] {
  return types.map((value) => ({ value, label: t(names[value]) }));
}

/** The customers of a type, in words. */
export function customerTypeName(type: CustomerType, t: Translate): string {
  return t(names[type]);
}

/** The type of customers that a text names. */
export function customerTypeOf(text: unknown): CustomerType | undefined {
  return types.find((type) => type === text);
}

/** An item of a customer, as the methods of the kit take it. */
export function itemReference({ type, id }: CustomerKey, itemId: string): ItemReference {
  if (type === "user") return { userId: id, itemId };
  return type === "team" ? { teamId: id, itemId } : { customCustomerId: id, itemId };
}
