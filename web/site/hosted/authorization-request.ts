/** A website's request for an authorization code, by which its users come back to it signed in. */
export interface AuthorizationRequest {
  redirect_uri: string;
  state: string;
  code_challenge: string;
  code_challenge_method: "S256";
}

/** The request in the query of the authorize page; undefined when a part is missing or stands there twice. */
export function authorizationRequest(query: URLSearchParams): AuthorizationRequest | undefined {
  const one = (name: string) => {
    const [value, ...others] = query.getAll(name);
    return others.length === 0 ? value : undefined;
  };
  const [redirect_uri, state, code_challenge] = [one("redirect_uri"), one("state"), one("code_challenge")];
  if (!redirect_uri || !state || !code_challenge || one("code_challenge_method") !== "S256") return undefined;
  return { redirect_uri, state, code_challenge, code_challenge_method: "S256" };
}

/**
 * Whether the API's response leads to where the request asked to go: a web page of the same origin.
 *
 * Attack: `javascript:` as the redirect URI would run on this origin. The API trusts no such address; this is the second check.
 */
export function leadsTo(redirectUrl: string, { redirect_uri }: AuthorizationRequest): boolean {
  if (!URL.canParse(redirectUrl) || !URL.canParse(redirect_uri)) return false;
  const target = new URL(redirectUrl);
  return /^https?:$/.test(target.protocol) && target.origin === new URL(redirect_uri).origin;
}
