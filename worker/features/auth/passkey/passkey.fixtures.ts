import { project, type TestProject, type Tokens } from "../../../testing/project";
import { signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import { type Bent, SoftwareAuthenticator } from "./software-authenticator.fixtures";

/** A project with passkeys, whose pages are on localhost and on `https://app.example.com`. */
export function passkeyProject(override: Parameters<typeof project>[0] = {}): Promise<TestProject> {
  return project({
    "auth.passkey.allowSignIn": true,
    "domains.trustedDomains": { app: { baseUrl: "https://app.example.com", handlerPath: "/handler" } },
    ...override,
  });
}

/** A user of the project with a session. */
export async function person(p: TestProject, fields: Parameters<typeof bareUser>[1] = {}) {
  const id = await bareUser(p.id, fields);
  return { ...(await signedIn(p, id)), id };
}

export async function initiateRegistration(p: TestProject, tokens: Tokens) {
  const { body } = await p.as(tokens).client("POST /auth/passkey/initiate-passkey-registration", { body: {} });
  return body;
}

export async function initiateSignIn(p: TestProject) {
  const { body } = await p.client("POST /auth/passkey/initiate-passkey-authentication", { body: {} });
  return body;
}

/** Registers a passkey of the user, with the test's own values in place of the usual ones. */
export async function register(
  p: TestProject,
  tokens: Tokens,
  {
    bent,
    authenticator = new SoftwareAuthenticator(),
    userAgent,
  }: { bent?: Bent; authenticator?: SoftwareAuthenticator; userAgent?: string } = {},
) {
  const { options_json, code } = await initiateRegistration(p, tokens);
  const credential = await authenticator.register(options_json, bent);
  const headers = { "user-agent": userAgent };
  const response = await p.as(tokens).client("POST /auth/passkey/register", { body: { credential, code }, headers });
  return { response, authenticator };
}

/** Signs in with the authenticator's passkey, with the test's own values in place of the usual ones. */
export async function signIn(p: TestProject, authenticator: SoftwareAuthenticator, bent?: Bent) {
  const { options_json, code } = await initiateSignIn(p);
  const authentication_response = await authenticator.signIn(options_json, bent);
  return p.client("POST /auth/passkey/sign-in", { body: { authentication_response, code } });
}

/** The user's row. */
export async function hasPasskey(p: TestProject, userId: string): Promise<boolean> {
  const { body } = await p.server("GET /users/{user_id}", { params: { user_id: userId } });
  return body.passkey_auth_enabled;
}

/** Origins that resemble a trusted one: the project trusts `https://app.example.com`. */
export const untrustedOrigins = [
  ["another site", "https://evil.example"],
  ["a similar name in other letters", "https://app.examp1e.com"],
  ["the trusted host as a subdomain of another site", "https://app.example.com.evil.example"],
  ["a subdomain of the trusted host", "https://login.app.example.com"],
  ["the parent of the trusted host", "https://example.com"],
  ["the trusted host as a user name", "https://app.example.com@evil.example"],
  ["a backslash", "https://evil.example\\@app.example.com"],
  ["http in place of https", "http://app.example.com"],
  ["another port", "https://app.example.com:8443"],
  ["a page, which is no origin", "https://app.example.com/"],
  ["capitals, which no browser writes", "https://APP.example.com"],
  ["localhost as a subdomain of another site", "http://localhost.evil.example"],
  ["the origin of a sandboxed page", "null"],
  ["an app that is no web page", "android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"],
  ["nothing", ""],
] as const;
