import { describe, it } from "vitest";
import { type ServerValues, serverField, serverOverride, serverValues, testedServer } from "./server-values";

const typed: ServerValues = {
  kind: "smtp",
  host: " smtp.example.com ",
  port: "587",
  username: "shop",
  password: " a b ",
  senderName: "Shop",
  senderEmail: "shop@example.com",
};
const dots = "••••••••";

describe("the settings of a mail server", () => {
  it("are shown as they are configured, and as those of the shared server without any", ({ expect }) => {
    const { kind: _, ...server } = typed;
    const config = { emails: { server: { ...server, isShared: false, provider: "resend", port: 587 } } };
    expect(serverValues(config)).toEqual({ ...typed, kind: "resend" });
    expect(serverValues({ emails: { server: { isShared: true } } })).toMatchObject({ kind: "shared", host: "" });
  });

  it("are saved trimmed, but for the password, which is left as it is where it was not typed", ({ expect }) => {
    const override = serverOverride(typed, { ...typed, password: dots });
    expect(override).toMatchObject({ "emails.server.host": "smtp.example.com", "emails.server.port": 587 });
    expect(override["emails.server.password"]).toBe(" a b ");
    // Attack: the dots in the place of the password, which would lock the project out of its mail server.
    expect(serverOverride({ ...typed, password: dots }, { ...typed, password: dots })).not.toHaveProperty([
      "emails.server.password",
    ]);
  });

  it("of Resend need its API key and a sender alone", ({ expect }) => {
    expect(testedServer({ ...typed, kind: "resend", host: "", port: "" })).toEqual({
      host: "smtp.resend.com",
      port: 465,
      username: "resend",
      password: " a b ",
      senderName: "Shop",
      senderEmail: "shop@example.com",
    });
  });

  it("stay where the project goes back to the shared server", ({ expect }) => {
    expect(serverOverride({ ...typed, kind: "shared" }, typed)).toEqual({ "emails.server.isShared": true });
  });

  it("that are refused are found by their paths", ({ expect }) => {
    expect(serverField("emails.server.host")).toBe("host");
    expect(serverField("emails.server.kind")).toBeUndefined();
  });
});
