import { useEffect, useState } from "react";
import type { CurrentUser, OAuthProvider } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { ProviderIcon, providerName } from "../../../components/provider-icon";
import { describeFailure } from "../../../errors/describe-failure";
import { useMutation } from "../../../queries/query-hooks";
import type { SectionProps } from "../section";
import { useSignInState } from "./use-sign-in-state";

/** Accounts at other services; nothing where the project offers none and the user has none. */
export function LinkedAccountsCard(props: SectionProps) {
  const { user, project } = props;
  const { links, hasOneMethod } = useSignInState(props);
  const unlinked = project.config.oauthProviders.filter(
    ({ id }) => !links.some(({ providerConfigId }) => providerConfigId === id),
  );
  if (links.length === 0 && unlinked.length === 0) return null;

  return (
    <Card title="Linked accounts" description="Accounts at other services that belong to you.">
      <ul aria-label="Linked accounts" className="-my-3 flex flex-col divide-y divide-line">
        {links.map((link) => (
          <LinkedRow key={link.id} link={link} isOnlyMethod={hasOneMethod && link.allowSignIn} />
        ))}
        {unlinked.map(({ id }) => (
          <UnlinkedRow key={id} user={user} provider={id} />
        ))}
      </ul>
    </Card>
  );
}

function LinkedRow({ link, isOnlyMethod }: { link: OAuthProvider; isOnlyMethod: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = providerName(link.type);
  const account = link.email ? `${name} account ${link.email}` : `${name} account`;

  return (
    <li className="flex items-center gap-3.5 py-3">
      <ProviderIcon id={link.type} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="text-sm font-medium text-ink">{name}</span>
          {link.allowSignIn && <Badge>Used for sign-in</Badge>}
        </span>
        {link.email && <span className="text-sm wrap-anywhere text-ink-soft">{link.email}</span>}
        <span className="text-2xs text-ink-soft">
          {isOnlyMethod ? (
            "Your only way to sign in, so it cannot be disconnected."
          ) : (
            <>
              Connected <RelativeTime at={link.createdAt} />
            </>
          )}
        </span>
      </div>
      {!isOnlyMethod && (
        <Button variant="secondary" size="small" aria-label={`Disconnect ${name}`} onClick={() => setIsAsking(true)}>
          Disconnect
        </Button>
      )}
      <ConfirmMutation
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Disconnect your ${account}?`}
        description={
          link.allowSignIn
            ? "You will not be able to sign in with it any more. The account itself stays as it is."
            : "The account itself stays as it is."
        }
        confirmLabel="Disconnect"
        mutationFn={() => link.delete()}
        successMessage={`Your ${account} is disconnected.`}
      />
    </li>
  );
}

function UnlinkedRow({ user, provider }: { user: CurrentUser; provider: string }) {
  const toast = useToast();
  const name = providerName(provider);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: () => user.getConnectedAccount(provider, { or: "redirect" }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error) }),
  });

  useEffect(() => {
    // Back from the provider by the browser's own button, the page may be restored with its pending button.
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);

  return (
    <li className="flex items-center gap-3.5 py-3">
      <ProviderIcon id={provider} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium text-ink">{name}</span>
        <span className="text-2xs text-ink-soft">Not connected</span>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Connect ${name}`}
        isPending={isPending}
        onClick={() => mutate()}
      >
        Connect
      </Button>
    </li>
  );
}
