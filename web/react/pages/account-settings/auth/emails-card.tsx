import EllipsisIcon from "lucide-react/icons/ellipsis";
import { useState } from "react";
import type { ContactChannel } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../../ui/overlays/dropdown-menu";
import { useToast } from "../../../../ui/overlays/toast";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { useMutation } from "../../../queries/query-hooks";
import { EmptyNote } from "../parts/empty-note";
import { MenuItemText } from "../parts/menu-item-text";
import type { SectionProps } from "../section";
import { AddEmailDialog } from "./add-email-dialog";
import { useSignInState } from "./use-sign-in-state";

export function EmailsCard(props: SectionProps) {
  const { user } = props;
  const { channels } = useSignInState(props);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title="Emails"
      description="Where we reach you. You can sign in with those that are marked for it."
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
          Add an email
        </Button>
      }
    >
      {channels.length === 0 ? (
        <EmptyNote>Your account has no email address yet.</EmptyNote>
      ) : (
        <ul aria-label="Your emails" className="-my-3 flex flex-col divide-y divide-line">
          {channels.toSorted(byImportance).map((channel) => (
            <EmailRow key={channel.id} channel={channel} isLastSignInEmail={isLastSignInEmail(channel, channels)} />
          ))}
        </ul>
      )}
      {isAdding && <AddEmailDialog user={user} channels={channels} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

/** The primary address, then those that are verified, then the others. */
function byImportance(one: ContactChannel, other: ContactChannel): number {
  const rank = ({ isPrimary, isVerified }: ContactChannel) => (isPrimary ? 0 : isVerified ? 1 : 2);
  return rank(one) - rank(other) || one.value.localeCompare(other.value);
}

function isLastSignInEmail(channel: ContactChannel, channels: readonly ContactChannel[]): boolean {
  return channel.usedForAuth && channels.filter(({ usedForAuth }) => usedForAuth).length === 1;
}

function EmailRow({ channel, isLastSignInEmail }: { channel: ContactChannel; isLastSignInEmail: boolean }) {
  const { value } = channel;
  const [asking, setAsking] = useState<"remove" | "stop">();
  const toast = useToast();
  // Menus close as they act, so the outcome is shown as a toast.
  const { mutate } = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; successMessage: string }) => run(),
    onSuccess: (_, { successMessage }) => toast({ tone: "success", message: successMessage }),
    onError: (error) => {
      const isTaken = isKnownError(error, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
      const message = isTaken ? `Another user already signs in with ${value}.` : describeFailure(error);
      toast({ tone: "danger", message });
    },
  });

  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span className="text-sm wrap-anywhere text-ink">{value}</span>
        {channel.isPrimary && <Badge tone="accent">Primary</Badge>}
        {!channel.isVerified && <Badge tone="warning">Unverified</Badge>}
        {channel.usedForAuth && <Badge>Used for sign-in</Badge>}
      </div>
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${value}`} className="-mr-2">
            <EllipsisIcon aria-hidden="true" />
          </Button>
        }
      >
        {!channel.isVerified && (
          <MenuItem
            onSelect={() =>
              mutate({
                run: () => channel.sendVerificationEmail(),
                successMessage: `A link is on its way to ${value}.`,
              })
            }
          >
            Send verification email
          </MenuItem>
        )}
        {!channel.isPrimary && (
          <MenuItem
            disabled={!channel.isVerified}
            onSelect={() =>
              mutate({
                run: () => channel.update({ isPrimary: true }),
                successMessage: `${value} is your primary email now.`,
              })
            }
          >
            <MenuItemText reason={channel.isVerified ? undefined : "Verify this email first."}>
              Set as primary
            </MenuItemText>
          </MenuItem>
        )}
        {channel.usedForAuth ? (
          <MenuItem disabled={isLastSignInEmail} onSelect={() => setAsking("stop")}>
            <MenuItemText reason={isLastSignInEmail ? "It is your last sign-in email." : undefined}>
              Stop using for sign-in
            </MenuItemText>
          </MenuItem>
        ) : (
          <MenuItem
            onSelect={() =>
              mutate({
                run: () => channel.update({ usedForAuth: true }),
                successMessage: `You can sign in with ${value} now.`,
              })
            }
          >
            Use for sign-in
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem tone="danger" disabled={isLastSignInEmail} onSelect={() => setAsking("remove")}>
          <MenuItemText reason={isLastSignInEmail ? "You cannot remove your last sign-in email." : undefined}>
            Remove
          </MenuItemText>
        </MenuItem>
      </DropdownMenu>
      <ConfirmMutation
        isOpen={asking === "stop"}
        onOpenChange={() => setAsking(undefined)}
        title={`Stop using ${value} for sign-in?`}
        description="You will not be able to sign in with this address. You still receive emails there."
        confirmLabel="Stop using it"
        mutationFn={() => channel.update({ usedForAuth: false })}
      />
      <ConfirmMutation
        isOpen={asking === "remove"}
        onOpenChange={() => setAsking(undefined)}
        title={`Remove ${value}?`}
        description={
          channel.isPrimary
            ? "It is your primary email: until you choose another one, you receive no emails."
            : "You will not receive emails there any more, and you will not be able to sign in with it."
        }
        confirmLabel="Remove email"
        mutationFn={() => channel.delete()}
      />
    </li>
  );
}
