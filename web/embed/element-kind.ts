/** The custom elements, by the part of their tag after `gatehouse-`. */
export const elementKinds = ["sign-in", "sign-up", "account-settings"] as const;

export type ElementKind = (typeof elementKinds)[number];

/** What a sign-in or sign-up element shows: users move between these without leaving the website's page. */
export type AuthView = "sign-in" | "sign-up" | "forgot-password" | "mfa";

export function tagOf(kind: ElementKind): `gatehouse-${ElementKind}` {
  return `gatehouse-${kind}`;
}
