import { describe, expect, it } from "vitest";
import { openOutbound } from "./outbound";
import { isPrivateHost } from "./private-host";
import { parseSmtpUrl } from "./smtp-url";

/** A page of the stand-in server that responses in some bad way. */
function bad(way: string): string {
  return `https://bad.test/${way}`;
}

describe("a request to another server", () => {
  it("hands on status, content type and body", async () => {
    const response = await openOutbound(5000)(bad("plain"));
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      418,
      "text/x-tea",
      "short",
    ]);
  });

  it("is given up when nothing comes in time", async () => {
    await expect(openOutbound(100)(bad("silence"))).rejects.toMatchObject({
      problem: "timeout",
      message: "bad.test did not respond within 100 ms",
    });
  });

  it("is given up when the body does not end in time", async () => {
    // Attack: a server that holds the Worker by sending one byte, and never the rest.
    await expect(openOutbound(200)(bad("endless-wait"))).rejects.toMatchObject({ problem: "timeout" });
  });

  it("is given up when the response is too long", async () => {
    // Attack: a server that fills the Worker's memory.
    await expect(openOutbound(5000)(bad("flood"))).rejects.toMatchObject({
      problem: "too-large",
      message: "bad.test responded with more than 262144 bytes",
    });
  });

  it("does not follow a redirect", async () => {
    // Attack: a redirect that carries a client's secret to another server.
    const response = await openOutbound(5000)(bad("redirect"), { headers: { authorization: "Basic c2VjcmV0" } });
    expect(response.status).toBe(302);
  });

  it("keeps no cookie", async () => {
    const response = await openOutbound(5000)(bad("cookie"));
    expect([...response.headers.keys()]).toEqual(["content-type"]);
  });
});

describe("isPrivateHost", () => {
  it.for([
    "localhost",
    "mail.localhost",
    "LOCALHOST",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "1.2.3.4.5",
    "[::1]",
    "::",
    "[fe80::1]",
    "[fd00::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "printer.local",
    "metadata.google.internal",
    "metadata.google.internal.",
    "127.0.0.1.",
    "①②⑦.0.0.1",
    "192.88.99.1",
    "203.0.113.1",
    "::1",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "[3fff::1]",
    "smtp.mail.svc",
    "smtp.mail.svc.cluster.local",
    "SMTP.mail.SVC.",
    "smtp.mail.svc.cluster",
    "smtp.service.consul",
    "smtp.service.dc1.CONSUL.",
    "router.home.arpa",
    "smtp.onion",
    "mail.acme.test",
    "mail",
    "",
    "not a host",
    // Attack: a parser of URLs finds another host in them than one of addresses.
    "8.8.8.8/@127.0.0.1",
    "8.8.8.8/..",
    "8.8.8.8#@127.0.0.1",
    "8.8.8.8@127.0.0.1",
    "8.8.8.8\\@127.0.0.1",
    "127.0.0.1:25",
    "127.0\t.0.1",
  ])("%s is", (host, { expect }) => expect(isPrivateHost(host)).toBe(true));

  it.for([
    "mail.acme.com",
    "smtp.resend.com",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "192.0.0.1.example.com",
    "192.1.2.3",
    "[2606:4700::6810:84e5]",
    "localhost.acme.com",
    "consul.acme.com",
    "svc.cluster.acme.com",
    "2606:4700::6810:84e5",
    "bücher.example.org",
  ])("%s is not", (host, { expect }) => expect(isPrivateHost(host)).toBe(false));
});

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
