import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { claims } from "./wire-samples";

/** A key pair that signs access tokens as the API does, under the id `kid`. */
export async function signingKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return {
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" },
    /** An access token for ten minutes from `now`, in milliseconds, with these claims beside or instead of the usual. */
    sign: (changed: JWTPayload, now: number) =>
      new SignJWT({ ...claims, iat: Math.floor(now / 1000), exp: Math.floor(now / 1000) + 600, ...changed })
        .setProtectedHeader({ alg: "ES256", kid })
        .sign(privateKey),
  };
}
