/** The `detail` of the elements' events. None has a token. */
export interface GatehouseEventDetails {
  /** The element shows its content. */
  "gatehouse-ready": { readonly userId: string | null };
  /** A user has signed in. Cancelling it keeps the browser on the page. */
  "gatehouse-sign-in": { readonly userId: string; readonly redirectUrl: string | null };
  /** A user has made an account, and is signed in. Cancelling it keeps the browser on the page. */
  "gatehouse-sign-up": { readonly userId: string; readonly redirectUrl: string | null };
  /** The user has signed out. Cancelling it keeps the browser on the page. */
  "gatehouse-sign-out": { readonly redirectUrl: string | null };
  /** Another user is signed in than before, or none: also after a sign-in or sign-out in another tab. */
  "gatehouse-user-change": { readonly userId: string | null };
  /** The user has selected another team, or none. */
  "gatehouse-team-change": { readonly teamId: string | null };
  /** The element cannot show its content, or a sign-in with a provider has failed. */
  "gatehouse-error": { readonly message: string; readonly code: string | null };
}

/** An event of the elements. It bubbles to the document, out of shadow roots as well. */
export type GatehouseEvent<Name extends keyof GatehouseEventDetails = keyof GatehouseEventDetails> = CustomEvent<
  GatehouseEventDetails[Name]
>;

declare global {
  interface HTMLElementEventMap extends EventsByName {}
  interface DocumentEventMap extends EventsByName {}
}

type EventsByName = { [Name in keyof GatehouseEventDetails]: GatehouseEvent<Name> };

const cancelable: readonly (keyof GatehouseEventDetails)[] = [
  "gatehouse-sign-in",
  "gatehouse-sign-up",
  "gatehouse-sign-out",
];

/** Sends an event from `target`. Returns whether no listener has cancelled it. */
export function dispatch<Name extends keyof GatehouseEventDetails>(
  target: EventTarget,
  name: Name,
  detail: GatehouseEventDetails[Name],
): boolean {
  return target.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: cancelable.includes(name) }),
  );
}
