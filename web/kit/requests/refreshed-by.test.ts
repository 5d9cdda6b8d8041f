import { describe, expect, it } from "vitest";
import { endpoints } from "../../../worker/contracts";
import { refreshedBy } from "./refreshed-by";

const user = ["current-user", "users"];
const refreshing = new Set<string>();
const definitions = ["permission-definitions", "permissions", "project"];
const ofDocument = ["project", "owned-projects", "email-themes", "email-templates", "email-previews", "items"];

describe("a write refreshes", () => {
  it.each([
    ["POST /users", [...user, "contact-channels", "oauth-providers"]],
    ["PATCH /users/me", [...user, "team-members", "passkeys", "recovery-codes"]],
    [
      "PATCH /users/{user_id}",
      [...user, "team-members", "passkeys", "recovery-codes", "contact-channels", "oauth-providers"],
    ],
    ["DELETE /users/me", [...user, "contact-channels", "oauth-providers"]],
    ["DELETE /users/{user_id}", [...user, "contact-channels", "oauth-providers"]],
    ["PUT /users/{user_id}/suspension", [...user, "contact-channels", "oauth-providers"]],
    ["DELETE /users/{user_id}/suspension", [...user, "contact-channels", "oauth-providers"]],
    ["POST /contact-channels", ["contact-channels", ...user]],
    ["PATCH /contact-channels/{user_id}/{contact_channel_id}", ["contact-channels", ...user]],
    ["DELETE /contact-channels/{user_id}/{contact_channel_id}", ["contact-channels", ...user]],
    ["POST /contact-channels/verify", ["contact-channels", ...user]],
    ["POST /oauth-providers", ["oauth-providers", ...user]],
    ["PATCH /oauth-providers/{user_id}/{provider_id}", ["oauth-providers", ...user]],
    ["DELETE /oauth-providers/{user_id}/{provider_id}", ["oauth-providers", ...user]],
    ["PATCH /emails/notification-preference/{user_id}/{notification_category_id}", ["notification-categories"]],
    ["POST /teams", ["teams", "team-members"]],
    ["PATCH /teams/{team_id}", ["teams", ...user]],
    ["DELETE /teams/{team_id}", ["teams", ...user]],
    ["POST /team-memberships/{team_id}/{user_id}", ["teams", "team-members", ...user]],
    ["DELETE /team-memberships/{team_id}/{user_id}", ["teams", "team-members", "api-keys", ...user]],
    ["PATCH /team-member-profiles/{team_id}/{user_id}", ["team-members"]],
    ["POST /team-invitations/send-code", ["team-invitations"]],
    ["DELETE /team-invitations/{id}", ["team-invitations"]],
    ["POST /team-invitations/accept", ["teams", "team-members", "team-invitations"]],
    ["POST /team-invitations/{id}/accept", ["teams", "team-members", "team-invitations"]],
    ["POST /user-api-keys", ["api-keys"]],
    ["PATCH /user-api-keys/{api_key_id}", ["api-keys"]],
    ["POST /team-api-keys", ["api-keys"]],
    ["PATCH /team-api-keys/{api_key_id}", ["api-keys"]],
    ["POST /team-permissions/{team_id}/{user_id}/{permission_id}", ["permissions"]],
    ["DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", ["permissions"]],
    ["POST /project-permissions/{user_id}/{permission_id}", ["permissions"]],
    ["DELETE /project-permissions/{user_id}/{permission_id}", ["permissions"]],
    ["POST /team-permission-definitions", definitions],
    ["PATCH /team-permission-definitions/{permission_id}", definitions],
    ["DELETE /team-permission-definitions/{permission_id}", definitions],
    ["POST /project-permission-definitions", definitions],
    ["PATCH /project-permission-definitions/{permission_id}", definitions],
    ["DELETE /project-permission-definitions/{permission_id}", definitions],
    ["POST /internal/api-keys", ["internal-api-keys"]],
    ["PATCH /internal/api-keys/{api_key_id}", ["internal-api-keys"]],
    ["POST /internal/projects", ["owned-projects"]],
    ["POST /internal/projects/transfer", ["owned-projects"]],
    ["PATCH /internal/projects/current", ["project", "owned-projects", "email-previews"]],
    ["DELETE /internal/projects/current", ["project", "owned-projects"]],
    ["PATCH /internal/config/override", ofDocument],
    ["PATCH /internal/config/override/{level}", ofDocument],
    ["PUT /internal/config/override/{level}", ofDocument],
    ["POST /internal/config/override/{level}/reset-keys", ofDocument],
    ["DELETE /internal/config/source", ofDocument],
    ["POST /internal/email-themes", ["email-themes", "email-previews"]],
    ["PATCH /internal/email-themes/{theme_id}", ["email-themes", "email-previews"]],
    ["DELETE /internal/email-themes/{theme_id}", ["email-themes", "email-previews"]],
    ["DELETE /internal/email-templates/{template_id}", ["email-templates", "email-previews"]],
    ["POST /internal/email-templates", ["email-templates", "email-previews"]],
    ["PATCH /internal/email-templates/{template_id}", ["email-templates", "email-previews"]],
    ["POST /internal/email-drafts", ["email-drafts"]],
    ["PATCH /internal/email-drafts/{draft_id}", ["email-drafts"]],
    ["DELETE /internal/email-drafts/{draft_id}", ["email-drafts"]],
    ["POST /internal/send-test-email", ["sent-emails"]],
    ["POST /internal/send-sign-in-invitation", ["sent-emails"]],
    ["POST /emails/send-email", ["sent-emails", "email-drafts", "email-sends"]],
    ["POST /internal/emails/sends/{send_id}/cancel", ["email-sends"]],
    ["POST /integrations/custom/projects/transfer/confirm", ["owned-projects", "teams"]],
    ["POST /integrations/neon/projects/transfer/confirm", ["owned-projects", "teams"]],
    ["POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity", ["items", "transactions"]],
    ["POST /internal/payments/setup", ["stripe-account"]],
    ["POST /internal/payments/test-mode-purchase-session", ["items", "transactions"]],
    ["DELETE /internal/users/{user_id}/sign-in-locks", ["users", "audit-events"]],
    ["DELETE /internal/users/{user_id}/bounces", ["users", "audit-events"]],
    ["POST /auth/sessions", ["sessions"]],
    ["DELETE /auth/sessions/{session_id}", ["sessions"]],
    ["POST /auth/passkey/register", ["passkeys", ...user]],
    ["PATCH /auth/passkeys/{passkey_id}", ["passkeys", ...user]],
    ["DELETE /auth/passkeys/{passkey_id}", ["passkeys", ...user]],
    ["POST /auth/mfa/recovery-codes", ["recovery-codes"]],
    ["POST /auth/password/set", ["current-user"]],
    ["POST /auth/password/update", ["current-user", "sessions"]],
  ])("%s: %j", (key, resources) => {
    expect(refreshedBy(key)).toEqual(resources);
    refreshing.add(key);
  });

  it("nothing else", () => {
    const writes = endpoints.map(({ key }) => key).filter((key) => !key.startsWith("GET "));
    const others = writes.filter((key) => refreshedBy(key).length > 0 && !refreshing.has(key));
    expect(others).toEqual([]);
    expect([...refreshing].filter((key) => !writes.some((write) => write === key))).toEqual([]);
  });
});
