// Loaded when the first of each is needed: most pages use none of them. In a folder of its own, since folders that these
// parts are built on load them too.

export const methods = () => import("../sign-in/methods");
export const passkeys = () => import("../sign-in/passkeys");
