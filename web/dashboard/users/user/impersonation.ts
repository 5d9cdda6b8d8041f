/**
 * Returns JavaScript that signs its browser in to a website as the user. It keeps the session where the kit's token store
 * "cookie" reads it.
 */
export function impersonationSnippet(projectId: string, refreshToken: string, lifetimeMillis: number): string {
  const attributes = `Max-Age=${Math.floor(lifetimeMillis / 1000)}; path=/; SameSite=Lax`;
  const secure = 'location.protocol === "https:" ? "; Secure" : ""';
  const cookie = `stack-refresh-${projectId}=${encodeURIComponent(refreshToken)}; ${attributes}`;
  return `document.cookie = ${JSON.stringify(cookie)} + (${secure});\nlocation.reload();`;
}
