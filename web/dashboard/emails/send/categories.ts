/** The categories of emails, which every project has. Users can switch the second one off. */
export const categories = ["Transactional", "Marketing"] as const;

export type Category = (typeof categories)[number];
