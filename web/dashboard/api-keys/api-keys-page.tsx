import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import KeyRoundIcon from "lucide-react/icons/key-round";
import PlusIcon from "lucide-react/icons/plus";
import type { InternalApiKey } from "../../kit";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { ApiKeyTable } from "../../ui/api-keys/api-key-table";
import { MaskedKey } from "../../ui/api-keys/masked-key";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { kitCode } from "../code/written-code";
import { configOptions } from "../forms/config-queries";
import { ConfigSwitch } from "../forms/config-switch";
import { useDone } from "../forms/use-done";
import { EmptyList } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { environmentFile } from "../setup/environment-file";
import { keyPlaceholders } from "../setup/snippets";
import { referenceAddress, SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { CreateKeysDialog } from "./create-keys-dialog";
import { apiKeysOptions, revokeApiKeysOptions } from "./queries";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [apiKeysOptions(app), configOptions(app)];

/** The keys with which apps and backends identify themselves as part of the project, and whether its users have keys. */
export function ApiKeysPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(project.app));
  const { create: isCreating = false } = useSearch({ from: "/projects/$projectId/api-keys" });
  const navigate = useNavigate({ from: "/projects/$projectId/api-keys" });
  const createButton = (
    <Button onClick={() => void navigate({ search: { create: true }, resetScroll: false })}>
      <PlusIcon aria-hidden="true" />
      {t("Create keys")}
    </Button>
  );

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("API keys")}
        description={t(
          "Your website and your backend use these keys to access this project. Create separate keys for each of them, so that you can revoke them one by one.",
        )}
        reference="Project keys"
        actions={keys.length > 0 && createButton}
      />
      {keys.length === 0 ? (
        <EmptyList
          icon={<KeyRoundIcon />}
          title={t("No keys yet")}
          action={createButton}
          codeTitle=".env"
          code={environmentFile({ apiUrl, projectId: project.id }, keyPlaceholders)}
        >
          {t("Your app needs keys before users can sign in to it. A backend reads them from its environment:")}
        </EmptyList>
      ) : (
        <ProjectKeys keys={keys} />
      )}
      <UserKeysCard />
      {isCreating && (
        <CreateKeysDialog onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })} />
      )}
    </div>
  );
}

function ProjectKeys({ keys }: { keys: readonly InternalApiKey[] }) {
  const t = useTranslation();
  const done = useDone();
  const { mutateAsync } = useMutation(revokeApiKeysOptions);

  async function revoke(key: InternalApiKey) {
    await mutateAsync(key);
    const listed = "const keys = await adminApp.listInternalApiKeys();";
    done({
      message: t("The keys have been revoked."),
      title: t("Revoke keys"),
      code: kitCode([listed], `keys.find(({ id }) => id === ${JSON.stringify(key.id)})?.revoke`),
    });
  }

  return (
    <div className="flex flex-col gap-3">
      <ApiKeyTable
        caption={t("API keys")}
        keys={keys}
        valueHeader={t("Keys")}
        renderValue={(key) => <MaskedKeys apiKey={key} />}
        revokeLabel={t("Revoke keys")}
        describeRevocation={() => t("Every request with these keys is refused from now on. This cannot be undone.")}
        onRevoke={(key) => inPlainWords(revoke(key), (error) => describeFailure(error, t))}
      />
      <p className="text-sm text-ink-soft">
        {t(
          "Keys are shown in full once, when they are created: also the publishable client key, which may be public. Create new keys if you no longer have them.",
        )}
      </p>
    </div>
  );
}

function MaskedKeys({ apiKey }: { apiKey: InternalApiKey }) {
  const t = useTranslation();
  const kinds: [string, { lastFour: string } | null][] = [
    [t("Client"), apiKey.publishableClientKey],
    [t("Server"), apiKey.secretServerKey],
    [t("Admin"), apiKey.superSecretAdminKey],
  ];
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds.map(
        ([kind, key]) =>
          key && (
            <li key={kind} className="flex items-baseline gap-2 whitespace-nowrap">
              <span className="min-w-12 text-2xs text-ink-soft">{kind}</span>
              <MaskedKey {...key} />
            </li>
          ),
      )}
    </ul>
  );
}

const snippet = `// An endpoint of your backend that programs of your users call
export async function GET(request: Request) {
  const apiKey = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  // For keys of teams: serverApp.getTeam({ apiKey })
  const user = await serverApp.getUser({ apiKey });
  if (!user) return new Response("This API key is not valid.", { status: 401 });
  return Response.json({ hello: user.displayName });
}`;

/** Shows whether users and teams of the project create API keys, and how a backend checks one. */
function UserKeysCard() {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  return (
    // Links open the page at the card by this id.
    <div id="keys-of-users" className="scroll-mt-6">
      <Card
        title={t("API keys of users and teams")}
        description={t(
          "Your users create keys in their account settings, with which their own programs call your backend in their name. Your backend asks Gatehouse whose key it is.",
        )}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <ConfigSwitch
            path="apiKeys.enabled.user"
            label={t("Users have API keys")}
            hint={t("Each user creates, names and revokes their own.")}
          />
          <ConfigSwitch
            path="apiKeys.enabled.team"
            label={t("Teams have API keys")}
            hint={t("Members whose role allows it create keys that act for the team.")}
          />
          <p className="text-sm text-ink-soft">
            {t("While a switch is off, keys that exist are refused, and no new ones can be created.")}
          </p>
          <CodeBlock title="TypeScript" code={snippet} />
          <a
            href={referenceAddress(apiUrl, "API keys")}
            target="_blank"
            rel="noreferrer"
            className={`${linkClasses} self-start text-sm`}
          >
            {t("API reference of these keys")}
          </a>
        </div>
      </Card>
    </div>
  );
}
