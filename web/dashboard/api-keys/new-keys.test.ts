import { describe, it } from "vitest";
import { rememberedPublishableKey, rememberPublishableKey } from "./queries";

const listed = (id: string, valid = true) => ({ id, isValid: () => valid });

describe("the publishable key of a new set", () => {
  it("is remembered while the set is valid, the newest of the project first", ({ expect }) => {
    rememberPublishableKey({ id: "old", publishableClientKey: "pck_old" });
    rememberPublishableKey({ id: "new", publishableClientKey: "pck_new" });
    rememberPublishableKey({ id: "server-only" });
    expect(rememberedPublishableKey([listed("server-only"), listed("new"), listed("old")])).toBe("pck_new");
    expect(rememberedPublishableKey([listed("new", false), listed("old")])).toBe("pck_old");
    expect(rememberedPublishableKey([listed("of-another-window")])).toBeUndefined();
  });
});
