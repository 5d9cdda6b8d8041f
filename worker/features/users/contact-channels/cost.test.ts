import { describe, expect, it } from "vitest";
import { project, type TestProject } from "../../../testing/project";
import { d1 } from "../../../testing/shards";
import { signedIn } from "../users/users.fixtures";

const between = 189;

/** Gives a user channels up to the 199th. */
function fill(p: TestProject, userId: string, usedForAuth: boolean) {
  return d1
    .prepare(
      `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
       with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${between})
       select ?, 'filled ' || i, ?, 'email', 'filled-' || i || '@example.com', 0, 0, ?, i from numbers`,
    )
    .bind(p.id, userId, usedForAuth ? 1 : 0)
    .run();
}

describe("what a contact channel costs", () => {
  // Evidence: channel-costs-the-same
  it.for([
    { usedForAuth: false, rowsPerChannel: 1 },
    { usedForAuth: true, rowsPerChannel: 3 },
  ])(
    "201, 200: each channel adds at most $rowsPerChannel rows to what the next one costs, and two to a name; used for sign-in: $usedForAuth",
    async ({ usedForAuth, rowsPerChannel }) => {
      // Attack: a stranger's client gives its account one address after the other. In the end each change makes the database read so much
      // that the other projects of the instance wait. What is read must not grow with the addresses, but for a look at each of them.
      const p = await project({ "limits.contactChannelsPerUser": 1000 });
      const { user, as } = await signedIn(p, { display_name: "Ada" });
      const cost = async (response: ReturnType<typeof as.client>) => {
        const { status, cost } = await response;
        expect(status).toBeLessThan(300);
        return cost.rowsRead;
      };
      const add = (number: number) => {
        const value = `address-${number}@example.com`;
        const body = { user_id: user.id, type: "email", value, used_for_auth: usedForAuth };
        return cost(as.client("POST /contact-channels", { body }));
      };
      const rename = () => cost(as.client("PATCH /users/me", { body: { display_name: "Eve" } }));
      for (let number = 1; number < 10; number += 1) await add(number);
      const few = [await add(10), await rename()];
      await fill(p, user.id, usedForAuth);
      const many = [await add(200), await rename()];
      const growth = many.map((rows, at) => (rows - (few[at] ?? 0)) / (between + 1));
      expect(growth[0]).toBeLessThanOrEqual(rowsPerChannel);
      expect(growth[1]).toBeLessThanOrEqual(2);
    },
  );
});
