import { useProject } from "../hooks/use-project";
import { type PasswordLength, passwordLength } from "./credential-rules";

/** How long the project's users make their passwords; what every project takes, until the project is read. */
export function usePasswordLength(): PasswordLength {
  const { data: project } = useProject({ suspense: false });
  return { ...passwordLength, min: project?.config.passwordMinLength ?? passwordLength.min };
}
