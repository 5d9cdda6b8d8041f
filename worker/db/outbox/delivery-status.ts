/** What is to become, or has become, of a delivery, by the numbers of Svix' API. */
export const deliveryStatus = { delivered: 0, pending: 1, failed: 2 } as const;
