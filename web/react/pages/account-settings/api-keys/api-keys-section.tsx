import type { SectionProps } from "../section";
import { ApiKeysCard } from "./api-keys-card";

export function ApiKeysSection({ user }: SectionProps) {
  return (
    <ApiKeysCard
      owner={user}
      title="Your API keys"
      description="A program that has one of them acts in your name. Create a separate key for each program."
    />
  );
}
