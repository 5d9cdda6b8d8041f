import { expect, it } from "vitest";
import { db } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import type { Project } from "../projects/project";
import { isChannel, isPrimaryOf, isVerifiedEmail } from "./contact-channels/queries";
import { takeEmail, takeProvenEmail } from "./take-email";

// Attack: sign up time after time where there are a million users, each of whose rows the search for another user with the
// address would read.
it("takes an address from another user by the index of sign-in addresses, without reading other users", async () => {
  const user = { projectId: "p", userId: "u" };
  const value = "ada@example.com";
  const batches = [
    takeEmail(db, user, { value, usedForAuth: true, isVerified: false }),
    takeEmail(db, user, { value }, isChannel({ ...user, channelId: "c" })),
    takeEmail(db, user, { usedForAuth: true }, isPrimaryOf(user)),
    ...[true, false].flatMap((allowSignIn) => {
      const project = { id: "p", config: { auth: { password: { allowSignIn } } } } as Project;
      return [
        takeProvenEmail(db, project, user.userId, value),
        takeProvenEmail(db, project, user.userId, { channel: isVerifiedEmail({ ...user, value }) }),
      ];
    }),
  ];
  for (const batch of batches) {
    const statements = batch as unknown as Parameters<typeof planOf>[0][];
    const plans = await Promise.all(statements.map(planOf));
    expect(plans).toHaveLength(5);
    for (const plan of plans) {
      expect(plan).toContain("INDEX contact_channels_one_sign_in");
      expect(plan).not.toMatch(/SCAN (users|contact_channels)/);
    }
  }
});
