import type { AuthorizationServer, IDToken } from "oauth4webapi";
import type * as z from "zod";
import type { VendorProfile } from "./profile";
import type { VendorApi } from "./vendor-api";

/** The addresses of a vendor, in the terms of RFC 8414 and OpenID Connect Discovery. */
export interface VendorServer extends AuthorizationServer {
  authorization_endpoint: string;
  token_endpoint: string;
  /** Describes the owner of an access token, in whatever form; also read to check whether one still works. */
  userinfo_endpoint: string;
}

/** Describes what one vendor is like, where it differs from the others. One file each. */
export interface Vendor {
  /** Its name, for people. */
  name: string;
  /**
   * One with `jwks_uri` is an OpenID provider: it must respond with an ID token that a key from there has signed. One that is
   * `isDiscovered` publishes all but its issuer itself.
   */
  server: VendorServer | { issuer: string; isDiscovered: true };
  /** The scopes of every sign-in. */
  scopes: readonly string[];
  /** Says how it takes a client's secret (RFC 6749 section 2.3.1). */
  clientAuthentication: "basic" | "post";
  /** Makes the client secret that is sent from the one that is configured. */
  makeSecret?(configured: string, clientId: string): Promise<string>;
  /** Says what it wants of assertions that are signed with a private key, where it is not the issuer and `kid`. */
  assertions?: { audience: string; keyIdParameter: string };
  withoutPkce?: true;
  /** Holds what its authorization endpoint gets beyond the standard. By default these request consent and a refresh token. */
  authorizationParameters?: Record<string, string>;
  /** Says how long an access token is valid when its response does not say. An hour, if not given. */
  defaultTokenSeconds?: number;
  /** The issuer that an ID token must name, where it is not the server's own. The claims are not proved yet. */
  issuerOf?(claims: Record<string, unknown>): string;
  /** The RFC 6749 error code that a refusal of the token endpoint stands for, where the vendor reports it in another way. */
  tokenErrorOf?(response: Record<string, unknown>): string | undefined;
  /** Sent with every request to its API. */
  apiHeaders?(clientId: string): Record<string, string>;
  /** Says how a response about a valid access token is recognised, where its status is not enough. */
  acceptedShape?: z.ZodType;
  /**
   * Reads who signed in. The ID token is there, and proved, exactly if this is an OpenID provider. The parameters came by way of the
   * browser, so that they prove nothing.
   */
  readProfile(api: VendorApi, idToken: IDToken | undefined, parameters: URLSearchParams): Promise<VendorProfile>;
}
