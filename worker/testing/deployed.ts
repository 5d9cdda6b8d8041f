/** The settings of an instance at a public address, which hashes passwords at the full cost. */
export function deployedAt(apiUrl: string): Record<string, string> {
  return { API_URL: apiUrl, PASSWORD_HASH_COST: "standard" };
}
