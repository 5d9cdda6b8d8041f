import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import KeyRoundIcon from "lucide-react/icons/key-round";
import PlusIcon from "lucide-react/icons/plus";
import { useState } from "react";
import type { InternalApiKey, MaskedKey as MaskedKeyOfKit } from "../../kit/index";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { RollButton, RollDialog } from "../../react/pages/account-settings/api-keys/roll-dialog";

import { ApiKeyTable, MaskedKey } from "../../ui/api-keys/api-key-table";
import { expiryAfter, type Lifetime, LifetimeField } from "../../ui/api-keys/lifetime-field";
import { Button } from "../../ui/buttons/button";
import { CopyButton } from "../../ui/buttons/copy-button";
import { CodeBlock } from "../../ui/data/code-block";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { useDone, useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { required } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { configOptions } from "../forms/config";
import { SettingsCard } from "../forms/config-form";
import { EmptyList } from "../lists/list-end";
import { keepNewKeys } from "../new-keys";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { environmentFile, keyPlaceholders } from "../setup/snippets";
import { referenceAddress, SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { LastUse, MadeByOwner } from "./key-facts";
import { apiKeysOptions } from "./queries";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [apiKeysOptions(app), configOptions(app)];

/** The keys with which apps and backends identify themselves as part of the project, and whether its users have keys. */
export function ApiKeysPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const keys = useRead(apiKeysOptions);
  const { create: isCreating = false } = useSearch({ from: "/projects/$projectId/api-keys" });
  const navigate = useNavigate({ from: "/projects/$projectId/api-keys" });
  const createButton = (
    <Button onClick={() => void navigate({ search: { create: true }, resetScroll: false })}>
      <PlusIcon aria-hidden="true" />
      {t("Create keys")}
    </Button>
  );

  return (
    <SectionPage
      title={t("API keys")}
      description={t(
        "Your website and your backend use these keys to access this project. Create separate keys for each of them, so that you can revoke them one by one.",
      )}
      reference="Project keys"
      actions={keys.length > 0 && createButton}
    >
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
      <KeylessCard />
      <UserKeysCard />
      {isCreating && (
        <CreateKeysDialog onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })} />
      )}
    </SectionPage>
  );
}

function ProjectKeys({ keys }: { keys: readonly InternalApiKey[] }) {
  const t = useTranslation();
  const done = useDone();
  const { show } = useShownCode();
  const [keyToRoll, setKeyToRoll] = useState<InternalApiKey>();
  const { id: projectId } = useOwnedProject();
  const navigate = useNavigate();

  async function roll(key: InternalApiKey, worksUntil: Date | undefined) {
    const keys = await key.roll({ worksUntil });
    show({ title: t("Roll"), code: kitCode([listed], rolledInCode(key.id), { worksUntil }) });
    keepNewKeys(projectId, keys);
    await navigate({ to: "/projects/$projectId/quick-start", params: { projectId } });
  }

  async function revoke(key: InternalApiKey) {
    await key.revoke();
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
        renderNote={(key) => <Note apiKey={key} />}
        renderActions={(key) =>
          key.replacedById === null && <RollButton name={key.description} onClick={() => setKeyToRoll(key)} />
        }
        revokeLabel={t("Revoke keys")}
        describeRevocation={() => t("Every request with these keys is refused from now on. This cannot be undone.")}
        onRevoke={(key) => inPlainWords(revoke(key), (error) => describeFailure(error, t))}
      />
      <p className="text-sm text-ink-soft">
        {t(
          "Secret keys are shown in full once, when they are created. Publishable client keys are public, and can be copied here.",
        )}
      </p>
      {keyToRoll && (
        <RollDialog
          name={keyToRoll.description}
          onRoll={(worksUntil) => roll(keyToRoll, worksUntil)}
          onClose={() => setKeyToRoll(undefined)}
        />
      )}
    </div>
  );
}

const listed = "const keys = await adminApp.listInternalApiKeys();";

const rolledInCode = (id: string) => `keys.find(({ id }) => id === ${JSON.stringify(id)})?.roll`;

/** Says who made keys, and that others were made in their place. */
function Note({ apiKey: { createdByOwnerId, replacedById } }: { apiKey: InternalApiKey }) {
  const t = useTranslation();
  return (
    <>
      {createdByOwnerId !== null && <MadeByOwner ownerId={createdByOwnerId} />}
      {replacedById !== null && <span>{t("Replaced by a new one")}</span>}
    </>
  );
}

function MaskedKeys({ apiKey }: { apiKey: InternalApiKey }) {
  const t = useTranslation();
  const kinds: [string, (MaskedKeyOfKit & { key?: string | null }) | null][] = [
    [t("Client"), apiKey.publishableClientKey],
    [t("Server"), apiKey.secretServerKey],
    [t("Admin"), apiKey.superSecretAdminKey],
  ];
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds.map(
        ([kind, key]) =>
          key && (
            <li key={kind} className="flex items-baseline gap-2">
              <span className="min-w-12 text-2xs text-ink-soft">{kind}</span>
              <span className="flex min-w-0 flex-col">
                <span className="flex items-center gap-2 whitespace-nowrap">
                  <MaskedKey lastFour={key.lastFour} />
                  {key.key && (
                    <CopyButton text={key.key} label={t("Copy {name}", { name: t("Publishable client key") })} />
                  )}
                </span>
                <LastUse use={key.lastUse} />
              </span>
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
function KeylessCard() {
  const t = useTranslation();
  const toast = useToast();
  const project = useOwnedProject();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (requirePublishableClientKey: boolean) => project.update({ config: { requirePublishableClientKey } }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  return (
    <Card
      title={t("Clients without a key")}
      description={t("A publishable key names your website in its requests. It is public, so it keeps nobody out.")}
    >
      <Switch
        label={t("Clients need a publishable key")}
        hint={t("While it is off, the project’s id is enough. Keys that are sent are still checked.")}
        isOn={isPending ? variables : project.config.requirePublishableClientKey}
        aria-busy={isPending}
        onSwitch={(isOn) => mutate(isOn)}
      />
    </Card>
  );
}

function UserKeysCard() {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  return (
    <SettingsCard
      // Links open the page at the card by this id.
      id="keys-of-users"
      title={t("API keys of users and teams")}
      description={t(
        "Your users create keys in their account settings, with which their own programs call your backend in their name. Your backend asks Gatehouse whose key it is.",
      )}
      settings={[
        {
          kind: "switch",
          path: "apiKeys.enabled.user",
          seen: "account-settings#api-keys",
          label: t("Users have API keys"),
          hint: t("Each user creates, names and revokes their own."),
        },
        {
          kind: "switch",
          path: "apiKeys.enabled.team",
          seen: "account-settings",
          label: t("Teams have API keys"),
          hint: t("Members whose role allows it create keys that act for the team."),
        },
        <p key="off" className="text-sm text-ink-soft">
          {t("While a switch is off, keys that exist are refused, and no new ones can be created.")}
        </p>,
        <CodeBlock key="code" title="TypeScript" code={snippet} />,
        <a
          key="reference"
          href={referenceAddress(apiUrl, "API keys")}
          target="_blank"
          rel="noreferrer"
          className={`${linkClasses} self-start text-sm`}
        >
          {t("API reference of these keys")}
        </a>,
      ]}
    />
  );
}

type NewKeys = { description: string; lifetime: Lifetime; kinds: ("client" | "server" | "admin")[] };

/** Creates a set of keys, which the quick start then shows. */
export function CreateKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const { show } = useShownCode();
  const navigate = useNavigate();
  const initial: NewKeys = { description: "", lifetime: "never", kinds: ["client", "server"] };

  async function create({ description, lifetime, kinds }: NewKeys) {
    const wanted = {
      description: description.trim(),
      expiresAt: expiryAfter(lifetime, new Date()),
      hasPublishableClientKey: kinds.includes("client"),
      hasSecretServerKey: kinds.includes("server"),
      hasSuperSecretAdminKey: kinds.includes("admin"),
    };
    const keys = await app.createInternalApiKey(wanted);
    show({ title: t("Create keys"), code: kitCode([], "adminApp.createInternalApiKey", wanted) });
    keepNewKeys(projectId, keys);
    await navigate({ to: "/projects/$projectId/quick-start", params: { projectId } });
  }

  return (
    <FormDialog
      initial={initial}
      title={t("Create keys")}
      submitLabel={t("Create keys")}
      onSubmit={create}
      onClose={onClose}
      fields={({ control }) => [
        {
          name: "description",
          label: t("Description"),
          hint: t("Where they are used, so that you know what you revoke."),
          placeholder: t("Production website"),
          ...required(t("Say where these keys are used.")),
        },
        <LifetimeField key="lifetime" control={control} name="lifetime" />,
        {
          kind: "checkboxes",
          name: "kinds",
          label: t("Kinds"),
          options: [
            { value: "client", label: t("Publishable client key"), hint: t("For browsers. It may be public.") },
            {
              value: "server",
              label: t("Secret server key"),
              hint: t("For your backend. It can read and change every user."),
            },
            {
              value: "admin",
              label: t("Super secret admin key"),
              hint: t("For automation. It can also change the project itself."),
            },
          ],
          required: t("Choose at least one kind of key."),
        },
      ]}
    />
  );
}
