import { describe, it } from "vitest";
import { english } from "../../translation/english";
import { testFailure } from "./test-failure";

describe("a test mail that failed", () => {
  it.for([
    ["Failed to connect to the email host. Please make sure …", "There is no mail server at this host and port."],
    ["Failed to authenticate with the email server. …", "The mail server refused the username or the password."],
    ["Timed out while sending test email. …", "The mail server did not answer within ten seconds."],
    ["The email server timed out while sending the email. …", "The mail server did not answer within ten seconds."],
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
