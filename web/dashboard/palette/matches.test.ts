import { describe, it } from "vitest";
import { matches } from "./use-commands";

describe("a command", () => {
  it.for([
    ["", "Sign-in methods"],
    ["sign met", "Sign-in methods"],
    ["METHODS sign", "Sign-in methods"],
    ["in", "Sign-in methods"],
    ["equi", "Équipes"],
    ["ユーザー", "ユーザー"],
  ] as const)("is found by “%s” in “%s”", ([query, text], { expect }) => {
    expect(matches(query, text)).toBe(true);
  });

  it.for([
    ["ethods", "Sign-in methods"],
    ["sign out", "Sign-in methods"],
  ] as const)("is not found by “%s” in “%s”", ([query, text], { expect }) => {
    expect(matches(query, text)).toBe(false);
  });
});
