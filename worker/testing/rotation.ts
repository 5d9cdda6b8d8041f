import { newSecret } from "../platform/secrets";
import type { TestProject } from "./project";

type Settings = Record<string, string>;

/** The settings of an instance whose root secret is rotated twice; the secrets are those of one test. */
export function twoRotations(): Record<"first" | "second" | "third", Settings> {
  const [a, b, c] = [newSecret(), newSecret(), newSecret()];
  return {
    first: { SERVER_SECRET: a },
    second: { SERVER_SECRET: b, SERVER_SECRET_PREVIOUS: a },
    third: { SERVER_SECRET: c, SERVER_SECRET_PREVIOUS: b },
  };
}

/** A project whose requests are sent to a Worker with other settings. What runs after a response is waited for. */
export function under(settings: Settings, p: TestProject): TestProject {
  const sendTo =
    (caller: TestProject["client"]): TestProject["client"] =>
    (key, input) =>
      caller(key, { settings, ...input });
  const all = ({ client, server, admin }: Pick<TestProject, "client" | "server" | "admin">) => ({
    client: sendTo(client),
    server: sendTo(server),
    admin: sendTo(admin),
  });
  return { ...p, ...all(p), as: (tokens) => all(p.as(tokens)) };
}
