/** The credentials of an OAuth client, as it sent them: the project it speaks for, and its publishable client key. */
export interface OAuthClient {
  projectId: string;
  secret: string | undefined;
}

/**
 * Reads a client's credentials from HTTP Basic, or else from the body (RFC 6749 section 2.3.1). The id is a project id,
 * optionally followed by `#main`, the only branch. Undefined when there are none that could be right.
 */
export function readOAuthClient(
  body: { client_id?: string | undefined; client_secret?: string | undefined },
  authorization: string | undefined,
): OAuthClient | undefined {
  const [id, secret] = authorization ? (basicCredentials(authorization) ?? []) : [body.client_id, body.client_secret];
  const [projectId, branchId = "main", ...rest] = id?.split("#") ?? [];
  if (!projectId || branchId !== "main" || rest.length > 0) return undefined;
  return { projectId, secret: secret || undefined };
}

/** Both parts are form-encoded before they are joined, so that a colon in one of them cannot be taken for the separator. */
function basicCredentials(authorization: string): [id: string, secret: string] | undefined {
  const [, encoded] = /^basic +([a-z0-9+/=]+)$/i.exec(authorization) ?? [];
  try {
    const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(atob(encoded ?? "")) ?? [];
    return [formDecoded(id), formDecoded(secret)];
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
