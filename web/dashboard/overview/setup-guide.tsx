import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GatehouseAdminApp, InternalApiKey } from "../../kit/index";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { apiKeysOptions } from "../api-keys/queries";
import { useApiUrl } from "../api-url";
import { createFirstKeys, useNewKeys } from "../new-keys";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { SetupTabs } from "../setup/setup-tabs";
import { useTranslation } from "../translation/use-translation";
import { newestUsersOptions } from "../users/queries";

/** The newest user, by which pages see whether there is any. */
export function firstUserOptions(app: GatehouseAdminApp) {
  return newestUsersOptions(app, "", 1);
}

/** The newest publishable key that works and can be shown. */
export function publishableKeyOf(
  keys: readonly Pick<InternalApiKey, "isValid" | "publishableClientKey">[],
): string | undefined {
  return keys.find((key) => key.isValid() && key.publishableClientKey?.key)?.publishableClientKey?.key ?? undefined;
}

/** Shows how the project comes into an app. Secret keys stand in it while they are new. */
export function SetupGuide() {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const newKeys = useNewKeys(project.id);
  const publishableClientKey = publishableKeyOf(useRead(apiKeysOptions));
  const secretServerKey = newKeys?.secretServerKey;
  const { platform } = useSearch({ strict: false }) as { platform?: string };
  const navigate = useNavigate();
  const params = { projectId: project.id };
  const link = (to: "/projects/$projectId/api-keys" | "/projects/$projectId/domains") => (text: ReactNode) => (
    <Link to={to} params={params} className={linkClasses}>
      {text}
    </Link>
  );
  return (
    <Card
      title={t("Add Gatehouse to your app")}
      description={
        <>
          {publishableClientKey
            ? t("The project ID, the addresses and the publishable client key are filled in.")
            : t("The project ID and the addresses are filled in.")}{" "}
          {!secretServerKey &&
            t.rich(
              "Replace the secret server key of a backend with your own: it is shown once, when you <link>create it</link>.",
              { link: link("/projects/$projectId/api-keys") },
            )}{" "}
          {t.rich("Everything else is in the <link>API reference</link>.", {
            link: (text) => (
              <a href={`${apiUrl}/api/v1/docs`} className={linkClasses}>
                {text}
              </a>
            ),
          })}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!publishableClientKey && <MissingKey />}
        <SetupTabs
          keys={{ publishableClientKey, secretServerKey }}
          platform={platform}
          onPlatform={(opened) =>
            void navigate({
              to: ".",
              search: (search: object) => ({ ...search, platform: opened }),
              replace: true,
              resetScroll: false,
            } as never)
          }
          domains={link("/projects/$projectId/domains")}
        />
      </div>
    </Card>
  );
}

/** Offers a key in place of the one that is missing in the code. */
function MissingKey() {
  const t = useTranslation();
  const project = useOwnedProject();
  const navigate = useNavigate();
  const hasOlder = useRead(apiKeysOptions).some((key) => key.isValid() && key.publishableClientKey);

  async function create() {
    await createFirstKeys(project, t("Website and backend"));
    await navigate({
      to: "/projects/$projectId/quick-start",
      params: { projectId: project.id },
      search: (search: object) => search,
    } as never);
  }

  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {hasOlder
            ? t(
                "The publishable client keys of this project are from before they could be shown again. Fill in your own, or create new keys; the others go on working.",
              )
            : t("Your app needs a publishable client key, and a backend a secret one.")}
        </span>
        <Button size="small" onClick={create}>
          {t("Create keys")}
        </Button>
      </div>
    </Alert>
  );
}
