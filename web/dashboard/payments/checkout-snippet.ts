/** Leads a user to the page on which they buy an offer. */
export const checkoutSnippet = `const url = await user.createCheckoutUrl({ offerId: "pro" });
window.location.assign(url);`;
