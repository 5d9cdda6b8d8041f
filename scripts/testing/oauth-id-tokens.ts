import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { Visit } from "../../worker/testing/vendor-visit";

const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength });
const keys = { good: rsa(2048), short: rsa(1024), foreign: rsa(2048) };

/** The key set that every stand-in vendor publishes. */
export function publicKeys(): object {
  const published = (["good", "short"] as const).map((kid) => ({
    ...keys[kid].publicKey.export({ format: "jwk" }),
    ...{ kid, use: "sig", alg: "RS256" },
  }));
  return { keys: published };
}

/** Signs claims as an ID token, or forges one. */
export function idTokenOf(claims: object, forgery: Visit["forgery"]): string | undefined {
  switch (forgery) {
    case undefined:
      return signed(claims, { kid: "good" });
    case "missing":
      return undefined;
    case "alg-none":
      return `${encoded({ alg: "none" })}.${encoded(claims)}.`;
    case "hs256-with-public-key": {
      const content = `${encoded({ alg: "HS256", kid: "good" })}.${encoded(claims)}`;
      const secret = keys.good.publicKey.export({ format: "pem", type: "spki" });
      return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
    }
    case "foreign-key":
      return signed(claims, { kid: "good" }, "foreign");
    case "embedded-key":
      return signed(claims, { kid: "good", jwk: keys.foreign.publicKey.export({ format: "jwk" }) }, "foreign");
    case "short-key":
      return signed(claims, { kid: "short" }, "short");
    case "changed-claims": {
      const [header, , signature] = signed(claims, { kid: "good" }).split(".");
      return `${header}.${encoded({ ...claims, email: "victim@example.test" })}.${signature}`;
    }
  }
}

function signed(claims: object, header: object, key: keyof typeof keys = "good"): string {
  const content = `${encoded({ alg: "RS256", ...header })}.${encoded(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), keys[key].privateKey).toString("base64url")}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
