/** Names where the local storage has the whole addresses to come back to from hosted pages, until the user signs out. */
export const returnAddressesKey = "stack-return-addresses";
