/** Names what a request relies on: an end user's session, a backend's key or the project owner's. Lowest first. */
export type Tier = "client" | "server" | "admin";
