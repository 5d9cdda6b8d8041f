import { expect, it } from "vitest";
import { expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { create } from "../users/users.fixtures";
import { link, providerProject } from "./oauth-links.fixtures";

it("400 plain for more than 10,000 links of a project, unless a user is named", async () => {
  const p = await providerProject();
  const [user, other] = [await create(p), await create(p)];
  await link(p, other.id);
  await d1
    .prepare(
      `insert into oauth_links (project_id, id, user_id, provider_config_id, account_id, allow_sign_in,
      allow_connected_accounts, created_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 10000)
      select ?, 'link ' || i, ?, 'google', 'account ' || i, 0, 0, i from numbers`,
    )
    .bind(p.id, user.id)
    .run();
  const key = "GET /oauth-providers";
  expectPlainError(
    await p.server(key),
    400,
    "The project has more than 10000 OAuth provider links. Please give a user_id.",
  );
  expect((await p.server(key, { query: { user_id: other.id } })).body.items).toHaveLength(1);
});
