import { describe, it } from "vitest";
import { english } from "../../ui/translation/translate";
import { checkEmail, checkNewPassword } from "./credential-rules";

describe("checkNewPassword", () => {
  it("takes 8 to 70 characters", ({ expect }) => {
    expect(checkNewPassword(english)("a".repeat(8))).toBe(true);
    expect(checkNewPassword(english)("a".repeat(70))).toBe(true);
    expect(checkNewPassword(english)("a".repeat(7))).toBe("Use at least 8 characters.");
    expect(checkNewPassword(english)("a".repeat(71))).toBe("Use at most 70 characters.");
    expect(checkNewPassword(english)("")).toBe("Enter a password.");
  });

  it("counts a letter once, however a keyboard composes it", ({ expect }) => {
    const decomposed = "é".normalize("NFD");
    expect(checkNewPassword(english)(decomposed.repeat(70))).toBe(true);
    expect(checkNewPassword(english)(decomposed.repeat(7))).toBe("Use at least 8 characters.");
  });

  it("keeps spaces: they are part of a password", ({ expect }) => {
    expect(checkNewPassword(english)("        ")).toBe(true);
  });
});

describe("checkEmail", () => {
  it.for(["ada@example.com", " ada@example.com ", "a+b@localhost", "älä@exämple.fi"])(
    "takes %s",
    (email, { expect }) => {
      expect(checkEmail(english)(email)).toBe(true);
    },
  );

  it.for(["ada", "ada@", "@example.com", "ada lovelace@example.com", "a@b@c"])("refuses %s", (email, { expect }) => {
    expect(checkEmail(english)(email)).toBe("Enter a valid email address, such as name@example.com.");
  });

  it("rejects an empty one", ({ expect }) => {
    expect(checkEmail(english)("  ")).toBe("Enter your email address.");
  });
});
