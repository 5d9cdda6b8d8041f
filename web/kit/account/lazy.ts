/**
 * The account is loaded when needed, because most pages show no more of users and teams than their names. Only users and teams
 * lead to it, and they are loaded before it. If the core led to it too, webpack would put them into its file a second time.
 */
export const account = () => import("./account");
