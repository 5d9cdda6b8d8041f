/**
 * Loaded when needed: most pages show no more of users and teams than their names. Only users and teams lead to it, which
 * are loaded before it: where the core does too, webpack puts them into its file a second time.
 */
export const account = () => import("./account");
