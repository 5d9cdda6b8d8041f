import { describe, it } from "vitest";
import { parseSmtpUrl } from "./smtp-url";

describe("parseSmtpUrl", () => {
  it.for([
    ["smtp://127.0.0.1:2525", { host: "127.0.0.1", port: 2525, implicitTls: false }],
    ["smtp://mail.acme.test", { host: "mail.acme.test", port: 587, implicitTls: false }],
    ["smtp://mail.acme.test:465", { host: "mail.acme.test", port: 465, implicitTls: true }],
    ["smtps://mail.acme.test", { host: "mail.acme.test", port: 465, implicitTls: true }],
    ["smtp://[::1]:25", { host: "[::1]", port: 25, implicitTls: false }],
    [
      "smtps://noreply%40acme.test:p%3A%2F%40ss@mail.acme.test:2465",
      {
        host: "mail.acme.test",
        port: 2465,
        implicitTls: true,
        credentials: { username: "noreply@acme.test", password: "p:/@ss" },
      },
    ],
  ] as const)("reads %s", ([address, server], { expect }) => {
    expect(parseSmtpUrl(address)).toEqual(server);
  });

  it.for([
    "",
    "mail.acme.test:587",
    "http://user:hunter2@acme.test",
    "smtp://",
    "smtp://user:hunter2@:25",
    "smtp://u:hunter2@acme.test:99999",
  ])("refuses %j without repeating the password", (address, { expect }) => {
    expect(() => parseSmtpUrl(address)).toThrow(/^A mail server is written smtp:\/\/user:password@host:port/);
  });
});
