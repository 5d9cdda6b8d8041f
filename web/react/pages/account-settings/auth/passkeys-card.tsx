import EllipsisIcon from "lucide-react/icons/ellipsis";
import { useState } from "react";
import type { Passkey } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { Card } from "../../../../ui/layout/card";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../../ui/overlays/dropdown-menu";
import { useToast } from "../../../../ui/overlays/toast";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { dataOrThrow } from "../../../errors/data-or-throw";
import { describeFailure } from "../../../errors/describe-failure";
import { isAlreadyRegistered, isCancelled } from "../../../errors/passkey-errors";
import { settled } from "../../../errors/settled";
import { useApp } from "../../../hooks/use-app";
import { passkeyOptions } from "../../../queries/account-queries";
import { useMutation, useSuspenseQuery } from "../../../queries/query-hooks";
import { EmptyNote } from "../parts/empty-note";
import { MenuItemText } from "../parts/menu-item-text";
import type { SectionProps } from "../section";
import { RenamePasskeyDialog } from "./rename-passkey-dialog";
import { useSignInState } from "./use-sign-in-state";

/** Passkeys: each device or security key has its own. */
export function PasskeysCard(props: SectionProps) {
  const { user } = props;
  const { data: passkeys } = useSuspenseQuery(passkeyOptions(useApp(), user));
  const { hasVerifiedSignInEmail, hasOneMethod } = useSignInState(props);
  const toast = useToast();
  const { mutateAsync, error } = useMutation({
    mutationFn: () => dataOrThrow(user.registerPasskey()),
    onSuccess: () => toast({ tone: "success", message: "Your passkey is registered." }),
  });

  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, face or device PIN, without a password. Each device can have a passkey of its own."
      actions={
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={() => settled(mutateAsync())}>
            Add a passkey
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {error && !isCancelled(error) && <Alert tone="danger">{describeError(error)}</Alert>}
        {passkeys.length === 0 ? (
          <EmptyNote>
            {hasVerifiedSignInEmail
              ? "You have no passkey yet."
              : "To sign in with passkeys, you need a verified sign-in email."}
          </EmptyNote>
        ) : (
          <ul aria-label="Your passkeys" className="-my-3 flex flex-col divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} isOnlyMethod={hasOneMethod && passkeys.length === 1} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function describeError(error: unknown): string {
  if (isAlreadyRegistered(error)) return "This device already has a passkey for your account.";
  return describeFailure(error);
}

function PasskeyRow({ passkey, isOnlyMethod }: { passkey: Passkey; isOnlyMethod: boolean }) {
  const { name, createdAt, lastUsedAt } = passkey;
  const [asking, setAsking] = useState<"name" | "remove">();
  const close = () => setAsking(undefined);

  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium wrap-anywhere text-ink">{name}</span>
        <span className="text-2xs text-ink-soft">
          Added <RelativeTime at={createdAt} />,{" "}
          {lastUsedAt ? (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            "not used yet"
          )}
        </span>
      </div>
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} className="-mr-2">
            <EllipsisIcon aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsking("name")}>Rename</MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" disabled={isOnlyMethod} onSelect={() => setAsking("remove")}>
          <MenuItemText reason={isOnlyMethod ? "It is your only way to sign in." : undefined}>Remove</MenuItemText>
        </MenuItem>
      </DropdownMenu>
      {asking === "name" && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      <ConfirmMutation
        isOpen={asking === "remove"}
        onOpenChange={close}
        title={`Remove the passkey “${name}”?`}
        description="You will not be able to sign in with it any more. Delete it on your device too, or the device goes on offering it."
        confirmLabel="Remove passkey"
        mutationFn={() => passkey.delete()}
        successMessage="The passkey is removed."
      />
    </li>
  );
}
