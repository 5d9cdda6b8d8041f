import { describe, expect, it } from "vitest";
import { freshAddress, mailbox } from "../../../testing/mailbox";
import { join, teamIn, userOf } from "../teams.fixtures";
import { callbackUrl, invitingProject } from "./invitations.fixtures";

const key = "POST /team-invitations/send-code";

describe(`${key}: who invites`, () => {
  it("200 for a member with a name: the email names who invites, by the name in the team", async () => {
    const p = await invitingProject();
    const user = await userOf(p);
    const team = await teamIn(p, { display_name: "The Engines" });
    await join(p, team.id, user.id, ["inviter"]);
    await user.client("PATCH /users/me", { body: { display_name: "Ada Lovelace" } });
    const textOf = async () => {
      const email = freshAddress();
      await user.client(key, { body: { team_id: team.id, email, callback_url: callbackUrl } });
      const [message] = await mailbox({ to: email });
      return message?.text.replaceAll("\n", " ");
    };
    expect(await textOf()).toContain("Ada Lovelace invites you to join The Engines at Test project.");
    await user.client("PATCH /team-member-profiles/{team_id}/{user_id}", {
      params: { team_id: team.id, user_id: "me" },
      body: { display_name: "Captain" },
    });
    expect(await textOf()).toContain("Captain invites you to join The Engines at Test project.");
  });

  // Attack: send spam in the project's name, through the names of members.
  it.for(["https://casino.test", "Win at casino.test now", "boss@bank.test", "a".repeat(61)])(
    "200: a member with the name %j is not named in the email",
    async (display_name) => {
      const p = await invitingProject();
      const user = await userOf(p);
      const team = await teamIn(p);
      await join(p, team.id, user.id, ["inviter"]);
      await user.client("PATCH /users/me", { body: { display_name } });
      const email = freshAddress();
      await user.client(key, { body: { team_id: team.id, email, callback_url: callbackUrl } });
      const [message] = await mailbox({ to: email });
      expect(message?.text).toContain("You are invited to join");
      expect(message?.raw).not.toMatch(/casino|bank\.test|aaaa/);
    },
  );
});
