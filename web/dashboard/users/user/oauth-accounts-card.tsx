import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerOAuthProvider, ServerUser } from "../../../kit";
import { ProviderIcon, providerName } from "../../../react/components/provider-icon";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { RelativeTime } from "../../../ui/text/relative-time";
import { EmptyRows, Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { oauthAccountsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** The accounts at OAuth providers that are linked with a user. */
export function OAuthAccountsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: accounts } = useSuspenseQuery(oauthAccountsOptions(app, user));
  const { write, confirmed } = useUserWrites(user);
  const [toUnlink, setToUnlink] = useState<ServerOAuthProvider>();

  const found = ({ id }: ServerOAuthProvider) => [
    `const account = await user.getOAuthProvider(${JSON.stringify(id)});`,
  ];
  const switchSignIn = (account: ServerOAuthProvider) => {
    const changes = { allowSignIn: !account.allowSignIn };
    return write({
      before: found(account),
      call: ["account.update", changes],
      run: async () => {
        const result = await account.update(changes);
        if (result.status === "error") throw result.error;
      },
    });
  };

  return (
    <Card title={t("Linked accounts")} description={t("Accounts at OAuth providers, to sign in with or connected.")}>
      {accounts.length === 0 ? (
        <EmptyRows>{t("No account is linked. Users link one when they sign in with a provider.")}</EmptyRows>
      ) : (
        <RowList label={t("Linked accounts")}>
          {accounts.map((account) => {
            const name = providerName(account.providerConfigId);
            return (
              <Row
                key={account.id}
                title={
                  <>
                    <ProviderIcon id={account.type} />
                    {name}
                  </>
                }
                badges={
                  <>
                    {account.allowSignIn && <Badge tone="success">{t("Sign-in")}</Badge>}
                    {account.allowConnectedAccounts && <Badge>{t("Connected")}</Badge>}
                  </>
                }
                detail={t.rich("{account}, linked {linked}", {
                  account: account.email ?? account.accountId,
                  linked: <RelativeTime at={account.createdAt} />,
                })}
                actions={
                  <>
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={
                        account.allowSignIn
                          ? t("Not for sign-in: {name}", { name })
                          : t("Use for sign-in: {name}", { name })
                      }
                      onClick={() => switchSignIn(account)}
                    >
                      {account.allowSignIn ? t("Not for sign-in") : t("Use for sign-in")}
                    </Button>
                    <Button
                      variant="ghost"
                      size="small"
                      aria-label={t("Unlink {name}", { name })}
                      onClick={() => setToUnlink(account)}
                    >
                      {t("Unlink")}
                    </Button>
                  </>
                }
              />
            );
          })}
        </RowList>
      )}
      {toUnlink && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setToUnlink(undefined)}
          title={t("Unlink {name}?", { name: providerName(toUnlink.providerConfigId) })}
          description={t(
            "The user can no longer sign in with this account, and your website can no longer use it. The account itself stays as it is.",
          )}
          confirmLabel={t("Unlink")}
          onConfirm={() =>
            confirmed({
              done: t("The account is unlinked."),
              before: found(toUnlink),
              call: ["account.delete"],
              run: () => toUnlink.delete(),
            })
          }
        />
      )}
    </Card>
  );
}
