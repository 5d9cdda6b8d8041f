import type { Resource, Writes } from "./writes";

const none: readonly Resource[] = [];
const linkedToUser = ["current-user", "users"] as const;
const ownChange = [...linkedToUser, "team-members", "passkeys", "recovery-codes"] as const;
const definitions: readonly Resource[] = ["permission-definitions", "permissions", "project"];

/**
 * Lists what a write below a path has read again, beside which a method may have an entry of its own. The longest path
 * counts. A user shows their team, their primary address and their linked accounts; lists of members show users.
 */
const refreshed: Readonly<Record<string, readonly Resource[]>> = {
  users: [...linkedToUser, "contact-channels", "oauth-providers"],
  // A user's change may remove their passkeys or, with the second factor, their recovery codes.
  "PATCH users/me": ownChange,
  "PATCH users": [...ownChange, "contact-channels", "oauth-providers"],
  "contact-channels": ["contact-channels", ...linkedToUser],
  "oauth-providers": ["oauth-providers", ...linkedToUser],
  "emails/notification-preference": ["notification-categories"],
  "internal/payments/setup": ["stripe-account"],
  "internal/payments/test-mode-purchase-session": ["items", "transactions"],
  "payments/items": ["items", "transactions"],
  teams: ["teams", ...linkedToUser],
  "POST teams": ["teams", "team-members"],
  "team-memberships": ["teams", "team-members", ...linkedToUser],
  // Who leaves takes along the keys that they made for the team.
  "DELETE team-memberships": ["teams", "team-members", "api-keys", ...linkedToUser],
  "team-member-profiles": ["team-members"],
  "team-invitations": ["team-invitations"],
  "team-invitations/{id}/accept": ["teams", "team-members", "team-invitations"],
  "team-invitations/accept": ["teams", "team-members", "team-invitations"],
  "user-api-keys": ["api-keys"],
  "team-api-keys": ["api-keys"],
  "team-permissions": ["permissions"],
  "project-permissions": ["permissions"],
  "team-permission-definitions": definitions,
  "project-permission-definitions": definitions,
  "internal/api-keys": ["internal-api-keys"],
  "internal/users": ["users", "audit-events"],
  "internal/projects": ["owned-projects"],
  "internal/projects/current": ["project", "owned-projects"],
  // This changes which theme is active.
  "PATCH internal/projects/current": ["project", "owned-projects", "email-previews"],
  // The document has themes, templates and items too.
  "internal/config": ["project", "owned-projects", "email-themes", "email-templates", "email-previews", "items"],
  "internal/email-themes": ["email-themes", "email-previews"],
  "internal/email-templates": ["email-templates", "email-previews"],
  "internal/email-drafts": ["email-drafts"],
  "internal/send-test-email": ["sent-emails"],
  "internal/send-sign-in-invitation": ["sent-emails"],
  "emails/send-email": ["sent-emails", "email-drafts", "email-sends"],
  "internal/emails/sends": ["email-sends"],
  "integrations/custom/projects/transfer/confirm": ["owned-projects", "teams"],
  "integrations/neon/projects/transfer/confirm": ["owned-projects", "teams"],
  "auth/sessions": ["sessions"],
  // Announced when the tokens have changed, which is after the request.
  "auth/sessions/current": none,
  "auth/passkey/register": ["passkeys", ...linkedToUser],
  "auth/passkeys": ["passkeys", ...linkedToUser],
  "auth/mfa/recovery-codes": ["recovery-codes"],
  "auth/password/set": ["current-user"],
  "auth/password/update": ["current-user", "sessions"],
};

/** Codes and keys are looked up by writes that change nothing, and an email that verifies an address has changed nothing yet. */
const changesNothing = /\/(check|check-code|details|preview|send-verification-code)$/;

/** Lists what shows the effect of a write to an endpoint, and so has to be read again. */
export function refreshedBy(key: string): readonly Resource[] {
  if (changesNothing.test(key)) return none;
  const [method, path = ""] = key.split(" /");
  const segments = path.split("/");
  for (let length = segments.length; length > 0; length--) {
    const prefix = segments.slice(0, length).join("/");
    const resources = refreshed[`${method} ${prefix}`] ?? refreshed[prefix];
    if (resources !== undefined) return resources;
  }
  return none;
}

// Imported by what keeps a cache. An app alone does not need to know what a write changes.

/**
 * Calls `listener` with what each write of an app has to be read again, before the write's promise resolves, which waits for
 * the listener's. Returns what stops it.
 */
export function onWrite(
  { writes }: { readonly writes: Writes },
  listener: (changed: readonly Resource[]) => void | Promise<void>,
): () => void {
  return writes.onWrite(async (write) => {
    const changed = typeof write === "string" ? refreshedBy(write) : write;
    if (changed.length > 0) await listener(changed);
  });
}
