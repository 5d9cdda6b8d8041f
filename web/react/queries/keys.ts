import type { Resource } from "../../kit";

type KeyPart = string | number | boolean | null;

/** Every key of the query and mutation caches. They start alike, to stay apart from those of the website around. */
export const keys = {
  /** All cached views of what the kit calls a resource. */
  resource: (projectId: string, resource: Resource): KeyPart[] => ["gatehouse", projectId, resource],
  /** What a code from an email is good for. */
  emailedCode: (projectId: string, purpose: "password-reset" | "team-invitation", code: string): KeyPart[] => [
    "gatehouse",
    projectId,
    `${purpose}-code`,
    code,
  ],
  /** What a command line's login code is good for. */
  cliLogin: (projectId: string, code: string): KeyPart[] => ["gatehouse", projectId, "cli-login", code],
  /** The code of a component that is loaded on demand. */
  component: (name: string): KeyPart[] => ["gatehouse", "component", name],
  /** A query that never runs. */
  nothing: ["gatehouse", "nothing"],
  /** The mutations that sign a user in or up. */
  authentication: ["gatehouse", "authentication"],
} as const;
