import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/link-classes";
import { rememberedPublishableKey } from "../api-keys/new-keys";
import { apiKeysOptions } from "../api-keys/queries";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SetupTabs } from "../setup/setup-tabs";
import { useTranslation } from "../translation/use-translation";

/** How the project comes into an app. */
export function SetupGuide({ id }: { id: string }) {
  const t = useTranslation();
  const project = useOwnedProject();
  const apiUrl = useApiUrl();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(project.app));
  const publishableClientKey = rememberedPublishableKey(keys);
  return (
    <div id={id} className="min-w-0 scroll-mt-20">
      <Card
        title={t("Add Gatehouse to your app")}
        description={
          <>
            {publishableClientKey
              ? t(
                  "The project ID, the addresses and the publishable client key that you have just created are filled in.",
                )
              : t.rich(
                  "The project ID and the addresses are filled in. Replace the keys with your own; they are shown once, when you <link>create them</link>.",
                  {
                    link: (text) => (
                      <Link
                        to="/projects/$projectId/api-keys"
                        params={{ projectId: project.id }}
                        className={linkClasses}
                      >
                        {text}
                      </Link>
                    ),
                  },
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
        <SetupTabs
          keys={{ publishableClientKey }}
          domains={(text) => (
            <Link to="/projects/$projectId/domains" params={{ projectId: project.id }} className={linkClasses}>
              {text}
            </Link>
          )}
        />
      </Card>
    </div>
  );
}
