// Loaded when the first of each is needed: most pages use none of them.

export const methods = () => import("./methods");
export const passkeys = () => import("./passkeys");
