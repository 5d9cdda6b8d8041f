import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { InternalApiKeyFirstView } from "../../kit/index";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { linkClasses } from "../../ui/theme/class-names";
import { apiKeysOptions } from "../api-keys/queries";
import { useApiUrl } from "../api-url";
import { forgetNewKeys, useNewKeys } from "../new-keys";
import { useOwnedProject } from "../projects/use-owned-projects";
import { environmentFile } from "../setup/snippets";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { userName } from "../users/queries";
import { firstUserOptions, SetupGuide } from "./setup-guide";

/** Sets how often the page looks for the first user, in milliseconds. */
const firstUserMillis = 3_000;

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [apiKeysOptions(app), firstUserOptions(app)];

/** Leads from a new project to its first user, with all that is known filled in: keys, code for an app, the sign-up. */
export function QuickStartPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  const newKeys = useNewKeys(project.id);
  return (
    <SectionPage
      title={t("Quick start")}
      description={t("Copy the keys, add the code to your app, and sign up in it.")}
    >
      {newKeys && <NewKeysCard keys={newKeys} />}
      <SetupGuide />
      <FirstUserCard />
    </SectionPage>
  );
}

/** Shows new keys in full. Those that are secret are gone with the window, so closing it asks first. */
function NewKeysCard({ keys }: { keys: InternalApiKeyFirstView }) {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const isSecret = keys.secretServerKey !== undefined || keys.superSecretAdminKey !== undefined;

  useEffect(() => {
    if (!isSecret) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSecret]);

  return (
    <Card title={t("Your new keys")}>
      <div className="flex flex-col gap-4">
        {isSecret && (
          <Alert tone="warning">{t("Copy the secret keys to a safe place now. They cannot be shown again.")}</Alert>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          {keys.publishableClientKey && (
            <CopyField label={t("Publishable client key")} value={keys.publishableClientKey} isTyped />
          )}
          {keys.secretServerKey && <CopyField label={t("Secret server key")} value={keys.secretServerKey} isTyped />}
          {keys.superSecretAdminKey && (
            <CopyField label={t("Super secret admin key")} value={keys.superSecretAdminKey} isTyped />
          )}
        </div>
        <CodeBlock title=".env" code={environmentFile({ apiUrl, projectId: project.id }, keys)} />
        <Button variant="secondary" className="self-start" onClick={() => forgetNewKeys(project.id)}>
          {t("I have copied the keys")}
        </Button>
      </div>
    </Card>
  );
}

/** Waits for the first user of the project, and leads to them. */
function FirstUserCard() {
  const t = useTranslation();
  const project = useOwnedProject();
  const params = { projectId: project.id };
  const { data: users } = useSuspenseQuery({
    ...firstUserOptions(project.app),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? firstUserMillis : false),
  });
  const [user] = users;
  return (
    <Card title={t("First user")}>
      <p role="status" className="flex items-center gap-3 text-sm text-ink-soft">
        {user ? (
          <span>
            {t.rich(
              "<user>{name}</user> has an account. The numbers of the project are in its <link>overview</link>.",
              {
                name: userName(user, t),
                user: () => (
                  <Link
                    to="/projects/$projectId/users/$userId"
                    params={{ ...params, userId: user.id }}
                    className={linkClasses}
                  >
                    <Name>{userName(user, t)}</Name>
                  </Link>
                ),
                link: (text) => (
                  <Link to="/projects/$projectId/overview" params={params} className={linkClasses}>
                    {text}
                  </Link>
                ),
              },
            )}
          </span>
        ) : (
          <>
            <span aria-hidden="true" className="size-2.5 shrink-0 animate-pulse rounded-full bg-accent" />
            {t("Waiting for the first user. Sign up in your app, and they appear here.")}
          </>
        )}
      </p>
    </Card>
  );
}
