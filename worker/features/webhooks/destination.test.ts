import { describe, expect, it } from "vitest";
import { complaintAbout } from "./destination";

const deployed = { apiUrl: "https://api.example.com" };
const local = { apiUrl: "http://localhost:8787" };

describe("the address of an endpoint", () => {
  it.each([
    "https://example.com/hooks?a=b",
    "https://example.com:8443/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://xn--bcher-kva.example.org/",
    "https://localhost.example.com/",
  ])("may be %s", (url) => {
    expect(complaintAbout(url, deployed)).toBeUndefined();
  });

  // Evidence: may-not-be-s
  // Attack: any form of an address in a private network, or of this machine, passes for one on the internet.
  it.each([
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://①②⑦.0.0.1/",
    "https://127%2e0%2e0%2e1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://100.64.0.1/",
    "https://169.254.169.254/",
    "https://2852039166/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://192.0.0.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:a:b::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://metadata/",
    "https://metadata.google.internal/",
    "https://metadata.google.internal./",
    "https://printer.local/",
    "https://router.home.arpa/",
    "https://receiver.test/",
    "https://receiver.onion/",
  ])("may not be %s", (url) => {
    expect(complaintAbout(url, deployed)).toBe("must be a server on the internet");
  });

  it.each([
    ["http://example.com/", "must begin with https://"],
    ["ftp://example.com/", "must begin with https://"],
    ["javascript:alert(1)", "must begin with https://"],
    ["https://user@example.com/", "must not contain a user name or a password"],
    ["https://:secret@example.com/", "must not contain a user name or a password"],
    ["https://example.com:22/", "must have one of the ports 443, 2053, 2083, 2087, 2096, 8443"],
    ["https://example.com:6379/", "must have one of the ports 443, 2053, 2083, 2087, 2096, 8443"],
    ["https://", "is not a valid URL"],
    ["example.com", "is not a valid URL"],
    ["https://127.0.0.1.5/", "is not a valid URL"],
  ])("may not be %s, which %s", (url, complaint) => {
    expect(complaintAbout(url, deployed)).toBe(complaint);
  });

  it("may be this machine's in development, without credentials", () => {
    expect(complaintAbout("http://127.0.0.1:3000/", local)).toBeUndefined();
    expect(complaintAbout("http://a:b@127.0.0.1:3000/", local)).toBe("must not contain a user name or a password");
    expect(complaintAbout("file:///etc/passwd", local)).toBe("must begin with https:// or http://");
  });
});
