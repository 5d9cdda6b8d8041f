export type ProjectConfig = {
  auth: { allowSignUp: boolean; password: { allowSignIn: boolean } };
  [key: string]: unknown;
};
export function renderConfig(_: unknown): ProjectConfig {
  return {} as ProjectConfig;
}
