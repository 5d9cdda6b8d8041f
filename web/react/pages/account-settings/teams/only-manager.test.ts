import { describe, it } from "vitest";
import { isOnlyManager } from "./only-manager";

const [ada, bob, eve] = [
  { id: "ada", managesTeam: true },
  { id: "bob", managesTeam: true },
  { id: "eve", managesTeam: false },
];

describe("isOnlyManager", () => {
  it.for([
    ["one who manages the team beside members who do not", ada, [eve, ada], true],
    ["one who is alone in it", ada, [ada], true],
    ["one of two who manage it", ada, [ada, bob, eve], false],
    ["a member who does not manage it", eve, [ada, eve], false],
    ["a member of a team that nobody manages", eve, [eve], false],
  ] as const)("of %s", ([_, user, members, isOnly], { expect }) => {
    expect(isOnlyManager(user, members)).toBe(isOnly);
  });
});
