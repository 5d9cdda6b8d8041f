/** The keys that a project's environment variables may contain. */
export type ProjectKeys = {
  publishableClientKey?: string;
  secretServerKey?: string;
  superSecretAdminKey?: string;
};

/** The project's settings as environment variables, under the names that the kit reads. */
export function environmentFile(
  { apiUrl, projectId }: { apiUrl: string; projectId: string },
  keys: ProjectKeys,
): string {
  const variables = {
    GATEHOUSE_API_URL: apiUrl,
    GATEHOUSE_PROJECT_ID: projectId,
    GATEHOUSE_PUBLISHABLE_CLIENT_KEY: keys.publishableClientKey,
    GATEHOUSE_SECRET_SERVER_KEY: keys.secretServerKey,
    GATEHOUSE_SUPER_SECRET_ADMIN_KEY: keys.superSecretAdminKey,
  };
  return Object.entries(variables)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}
