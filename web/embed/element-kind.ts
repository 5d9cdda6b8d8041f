/** The custom elements, by the part of their tag after `gatehouse-`. */
export const elementKinds = ["sign-in", "sign-up", "user-button", "team-switcher", "account-settings"] as const;

export type ElementKind = (typeof elementKinds)[number];

/** Names what sign-in and sign-up elements show: users move between these without leaving the website's page. */
export type AuthView = "sign-in" | "sign-up" | "forgot-password" | "mfa";

/** Names what an element shows in place of its own content, or above it. */
export type View = AuthView | "account-settings";

export function tagOf(kind: ElementKind): `gatehouse-${ElementKind}` {
  return `gatehouse-${kind}`;
}
