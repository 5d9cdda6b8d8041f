import { it } from "vitest";
import { csvLines } from "./export-rows";

it("has no cell that a spreadsheet runs", ({ expect }) => {
  // Attack: a browser names itself by a formula, which runs when the owner opens the audit log.
  const party = { type: "user", id: "=1+1" };
  const event = {
    ...{ id: "e", type: "user.updated", created_at_millis: 0, actor: party, impersonator: null, session_id: null },
    ...{ target: party, details: { name: "=1+1" }, ip_address: null, country_code: null, user_agent: "-1+1" },
  };
  const written = csvLines(`${JSON.stringify(event)}\n`);
  expect(written.split(/[\r\n,]/).filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
  expect(written).toContain(",'-1+1,");
});
