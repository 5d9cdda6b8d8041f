/** A kind of mail, the same in every project. A user who has chosen nothing gets the mails of each. */
export interface NotificationCategory {
  /** Constant on the wire. */
  readonly id: string;
  readonly name: string;
  /** Whether a user may refuse its mails. */
  readonly canDisable: boolean;
}

/** What a mail may belong to, in the order of lists. */
export const notificationCategories: readonly NotificationCategory[] = [
  // Mails that the user asked for, or must get: sign-in links, resets, invoices.
  { id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef", name: "Transactional", canDisable: false },
  { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", name: "Marketing", canDisable: true },
];

export function findCategory(id: string): NotificationCategory | undefined {
  return notificationCategories.find((category) => category.id === id);
}
