import { describe, it } from "vitest";
import { isPrivateHost } from "./private-host";

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
  ])("%s is", (host, { expect }) => expect(isPrivateHost(host)).toBe(true));

  it.for([
    "mail.acme.test",
    "smtp.resend.com",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "192.0.0.1.example.com",
    "192.1.2.3",
    "[2606:4700::6810:84e5]",
    "localhost.acme.test",
  ])("%s is not", (host, { expect }) => expect(isPrivateHost(host)).toBe(false));
});
