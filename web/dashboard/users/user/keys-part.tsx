import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { ApiKey } from "../../../kit";
import { describeFailure, inPlainWords } from "../../../react/errors/describe-failure";
import { ApiKeyTable } from "../../../ui/api-keys/api-key-table";
import { MaskedKey } from "../../../ui/api-keys/masked-key";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { linkClasses } from "../../../ui/theme/link-classes";
import { EmptyRows } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./part-props";
import { apiKeysOptions } from "./queries";

const CreateApiKeyDialog = lazy(async () => ({
  default: (await import("../../../react/pages/account-settings/api-keys/create-api-key-dialog")).CreateApiKeyDialog,
}));

/** The API keys of the user, where the project lets its users have some. */
export default function KeysPart({ user }: PartProps) {
  const t = useTranslation();
  const { id: projectId, config } = useOwnedProject();
  if (config.allowUserApiKeys) return <ApiKeysCard user={user} />;
  return (
    <Card title={t("API keys")}>
      <EmptyRows>
        {t(
          "API keys of users are switched off in this project. With them, programs of your users call your backend in their name.",
        )}
        <Link
          to="/projects/$projectId/api-keys"
          params={{ projectId }}
          hash="keys-of-users"
          className={`${linkClasses} self-start`}
        >
          {t("Switch them on")}
        </Link>
      </EmptyRows>
    </Card>
  );
}

function ApiKeysCard({ user }: Pick<PartProps, "user">) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(app, user));
  const { mutateAsync: revoke } = useMutation({ mutationFn: (key: ApiKey) => key.revoke() });
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Card
      title={t("API keys")}
      description={t("With which programs of the user call your backend in their name.")}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          {t("Create API key")}
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyRows>{t("There are no API keys yet.")}</EmptyRows>
      ) : (
        <ApiKeyTable
          isInCard
          caption={t("API keys")}
          keys={keys}
          valueHeader={t("Key")}
          renderValue={(key) => <MaskedKey {...key.value} />}
          revokeLabel={t("Revoke key")}
          describeRevocation={(key) =>
            t("Every program that uses the key ending in {lastFour} is refused from now on. This cannot be undone.", {
              lastFour: key.value.lastFour,
            })
          }
          onRevoke={(key) => inPlainWords(revoke(key), (error) => describeFailure(error, t))}
        />
      )}
      {isCreating && (
        <Suspense>
          <CreateApiKeyDialog owner={user} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Card>
  );
}
