import { and, eq, or } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endpoints } from "./contracts";
import { auditEvents } from "./db/audit/schema";
import type { EndpointKey } from "./protocol/endpoint";
import { rows } from "./testing/access-matrix";
import { outcomesByRole } from "./testing/access-matrix/row";
import { newScenario, roles } from "./testing/access-matrix/scenario";
import { db } from "./testing/project";

/** Requests of administration that leave no event although they succeed in the access matrix, each with the reason. */
const unaudited: Partial<Record<EndpointKey, string>> = {
  "POST /emails/render-email": "It shows how a mail would look, and changes nothing.",
  "PATCH /internal/ai-chat/{thread_id}":
    "The thread holds what was said; what becomes of it is recorded when it is saved.",
  "POST /webhooks/svix-token":
    "The token changes nothing, and what is done with it is recorded; of one of Svix, see svix-service.test.ts.",
};

/** Those that the access matrix sends in vain, each with why they leave none or where their event is tested. */
const sentInVain: Partial<Record<EndpointKey, string>> = {
  "PATCH /internal/email-templates/{template_id}":
    "The matrix has no mail server of the project's own; see templates.test.ts.",
  "POST /internal/emails/log/{email_id}/resend":
    "The matrix has no mail server of the project's own; see email-log.test.ts.",
  "POST /internal/payments/setup": "The matrix has no Stripe; see account.test.ts.",
  "POST /internal/payments/stripe-widgets/account-session":
    "It makes a secret at Stripe and changes nothing; the matrix has no Stripe.",
  "POST /internal/ai-chat/{thread_id}": "It asks a model and stores nothing; the matrix has no model.",
};

/** Reads that are recorded as writes are: what they show leaves the project. */
const recordedReads: readonly EndpointKey[] = ["GET /internal/audit-events/export"];

const adminKeys = new Set(endpoints.filter(({ access }) => String(access) === "admin").map(({ key }) => key));
const writes = rows.filter(({ key }) => adminKeys.has(key) && (!key.startsWith("GET ") || recordedReads.includes(key)));
const succeeds = (row: (typeof rows)[number]) => outcomesByRole(row, roles).get("admin")?.startsWith("2") ?? false;

// Attack: an administrator does something harmful in the one way that the audit log says nothing of.
describe("a write of administration", () => {
  // Evidence: leaves-event-audit-log-stands-list
  it.each(writes.filter(succeeds))(
    "$key leaves an event in the audit log, or stands in the list of those that leave none",
    async ({ key, input }) => {
      const scenario = await newScenario();
      const request = await input(scenario);
      const { id } = scenario.project;
      const ofProject = or(
        eq(auditEvents.projectId, id),
        and(eq(auditEvents.projectId, "internal"), eq(auditEvents.targetId, id)),
      );
      const ids = async () =>
        (await db.batch([db.select({ id: auditEvents.id }).from(auditEvents).where(ofProject)]))[0];
      const before = (await ids()).length;
      expect((await scenario.as("admin")(key, request)).status).toBeLessThan(300);
      expect({ key, isRecorded: (await ids()).length > before }).toEqual({ key, isRecorded: !(key in unaudited) });
    },
  );

  it("that the access matrix sends in vain stands in their list", () => {
    const inVain = writes.filter((row) => !succeeds(row)).map(({ key }) => key);
    expect(inVain.sort()).toEqual(Object.keys(sentInVain).sort());
  });
});
