import { describe, it } from "vitest";
import { impersonationSnippet } from "./impersonation";

describe("the snippet that signs in as a user", () => {
  // Attack: a token that ends the cookie or the text around it.
  it("keeps what it is given within one cookie", ({ expect }) => {
    const document = { cookie: "" };
    const location = { protocol: "https:", reload: () => {} };
    new Function("document", "location", impersonationSnippet("p1", 'a"; path=/x;b', 3_600_000))(document, location);
    expect(document.cookie).toBe(
      "stack-refresh-p1=a%22%3B%20path%3D%2Fx%3Bb; Max-Age=3600; path=/; SameSite=Lax; Secure",
    );
  });
});
