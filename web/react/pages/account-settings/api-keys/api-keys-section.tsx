import type { SectionProps } from "../section";
import { ApiKeysCard } from "./api-keys-card";

/** The keys by which programs act in the user's name. */
export function ApiKeysSection({ user }: SectionProps) {
  return (
    <ApiKeysCard
      owner={user}
      title="Your API keys"
      description="A program that holds one of them acts in your name. Give each program a key of its own."
    />
  );
}
