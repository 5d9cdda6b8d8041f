import type { Resource } from "../../kit";

type KeyPart = string | number | boolean | null;

/** Numbers the apps: each has its own views, though apps of several tiers may be of one project. */
const appNumbers = new WeakMap<object, number>();
let appCount = 0;

function appNumber(app: object): number {
  const number = appNumbers.get(app) ?? ++appCount;
  appNumbers.set(app, number);
  return number;
}

/** Every key of the query and mutation caches. They start alike, to stay apart from those of the website around. */
export const keys = {
  /** All cached views of what the kit calls a resource. */
  resource: (app: object, resource: Resource): KeyPart[] => ["gatehouse", appNumber(app), resource],
  /** Names what a code from an email is good for. */
  emailedCode: (
    projectId: string,
    purpose: "password-reset" | "team-invitation" | "magic-link" | "verification",
    code: string,
  ): KeyPart[] => ["gatehouse", projectId, `${purpose}-code`, code],
  /** Names what a command line's login code is good for. */
  cliLogin: (projectId: string, code: string): KeyPart[] => ["gatehouse", projectId, "cli-login", code],
  /** The code of a component that is loaded on demand. */
  component: (name: string): KeyPart[] => ["gatehouse", "component", name],
  /** A query that never runs. */
  nothing: ["gatehouse", "nothing"],
  /** The mutations that sign a user in or up. */
  authentication: ["gatehouse", "authentication"],
} as const;
