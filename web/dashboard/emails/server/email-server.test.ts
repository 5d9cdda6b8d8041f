import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { testFailure } from "./email-server-page";
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

describe("a test email that failed", () => {
  it.for([
    ["Failed to connect to the email host. Please make sure …", "There is no mail server at this host and port."],
    ["Failed to authenticate with the email server. …", "The mail server refused the username or the password."],
    ["Timed out while sending test email. …", "The mail server did not respond within ten seconds."],
    ["The email server timed out while sending the email. …", "The mail server did not respond within ten seconds."],
    ["Connection to email server was lost unexpectedly. …", "The mail server closed the connection."],
    ["Anything else", "The test email could not be sent."],
  ] as const)("%s is told with what to do", ([message, words], { expect }) => {
    expect(testFailure(message, english)).toEqual({ advice: expect.stringContaining(words), reply: undefined });
  });

  it("is told with the words of the mail server", ({ expect }) => {
    const reply = "Response from the email server:\n550 no such user";
    expect(testFailure(`The email server rejected the email. …\n\nError:\n${reply}`, english)).toEqual({
      advice: expect.stringContaining("The mail server refused the email."),
      reply,
    });
  });
});
