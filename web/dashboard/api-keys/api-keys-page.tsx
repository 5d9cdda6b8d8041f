import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import KeyRoundIcon from "lucide-react/icons/key-round";
import type { InternalApiKey } from "../../kit";
import { inEnglish, inPlainWords } from "../../react/errors/describe-failure";
import { ApiKeyTable } from "../../ui/api-keys/api-key-table";
import { MaskedKey } from "../../ui/api-keys/masked-key";
import { ListPage } from "../../ui/layout/list-page";
import { useTitle } from "../../ui/layout/use-title";
import { useOwnedProject } from "../projects/use-owned-projects";
import { CreateKeysDialog } from "./create-keys-dialog";
import { apiKeysOptions, revokeApiKeysOptions } from "./queries";

/** The keys with which apps and backends identify themselves as part of the project. */
export function ApiKeysPage() {
  const project = useOwnedProject();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(project.app));
  const revoke = useMutation(revokeApiKeysOptions);
  const { create: isCreating = false } = useSearch({ from: "/projects/$projectId/api-keys" });
  const navigate = useNavigate({ from: "/projects/$projectId/api-keys" });
  useTitle(`API keys · ${project.displayName} · Gatehouse`);

  return (
    <>
      <ListPage
        title="API keys"
        description="Your website and your backend use these keys to access this project. Create separate keys for each of them, so that you can revoke them one by one."
        createLabel="Create keys"
        onCreate={() => void navigate({ search: { create: true } })}
        empty={
          keys.length === 0 && {
            icon: <KeyRoundIcon />,
            title: "No keys yet",
            text: "Your app needs keys before users can sign in to it.",
          }
        }
      >
        <ApiKeyTable
          caption="API keys"
          keys={keys}
          valueHeader="Keys"
          renderValue={(key) => <MaskedKeys apiKey={key} />}
          revokeLabel="Revoke keys"
          describeRevocation={() => "Every request with these keys is refused from now on. This cannot be undone."}
          onRevoke={(key) => inPlainWords(revoke.mutateAsync(key), inEnglish)}
        />
      </ListPage>
      {isCreating && <CreateKeysDialog onClose={() => void navigate({ search: {}, replace: true })} />}
    </>
  );
}

function MaskedKeys({ apiKey }: { apiKey: InternalApiKey }) {
  const kinds: [string, { lastFour: string } | null][] = [
    ["Client", apiKey.publishableClientKey],
    ["Server", apiKey.secretServerKey],
    ["Admin", apiKey.superSecretAdminKey],
  ];
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds.map(
        ([kind, key]) =>
          key && (
            <li key={kind} className="flex items-baseline gap-2 whitespace-nowrap">
              <span className="w-12 text-2xs text-ink-soft">{kind}</span>
              <MaskedKey {...key} />
            </li>
          ),
      )}
    </ul>
  );
}
