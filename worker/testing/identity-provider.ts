/** Says who signs in at the identity provider. By default the address is verified, and the name is what stands before the @. */
export interface Visitor {
  email: string;
  name?: string;
  emailVerified?: boolean;
}

const maxSteps = 10;

/**
 * Follows a browser's way through the identity provider that stands in for shared providers. It begins at the address that authorize
 * redirects to, and goes over the sign-in form. It returns the callback's address, which it does not request.
 *
 * @param visitor who fills in the form, or "deny" to cancel
 */
export async function signInAtIssuer(authorizationUrl: string | URL, visitor: Visitor | "deny"): Promise<URL> {
  const issuer = new URL(authorizationUrl).origin;
  const cookies = new Map<string, string>();
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(authorizationUrl) };
  for (let step = 0; step < maxSteps; step++) {
    const response = await fetch(next.url, {
      method: next.form ? "POST" : "GET",
      body: next.form ?? null,
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      redirect: "manual",
    });
    const page = await response.text();
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1).join("").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location) {
      const url = new URL(location, next.url);
      if (url.origin !== issuer) return url;
      next = { url };
    } else if (response.status === 200 && page.includes("<form")) {
      next = { url: next.url, form: formOf(visitor) };
    } else {
      throw new Error(`The identity provider responded with ${response.status}: ${page}`);
    }
  }
  throw new Error(`The identity provider led to no callback within ${maxSteps} steps`);
}

function formOf(visitor: Visitor | "deny"): URLSearchParams {
  if (visitor === "deny") return new URLSearchParams({ action: "deny" });
  const { email, name = "", emailVerified = true } = visitor;
  return new URLSearchParams({ action: "allow", email, name, ...(emailVerified && { email_verified: "on" }) });
}
