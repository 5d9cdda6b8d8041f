import EllipsisIcon from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ContactChannel, CurrentUser } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../../ui/overlays/dropdown-menu";
import { useToast } from "../../../../ui/overlays/toast";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { checkEmail } from "../../../forms/credential-rules";
import { EmailField } from "../../../forms/email-field";
import { fieldOf } from "../../../forms/form";
import { FormDialog } from "../../../forms/form-dialog";
import { useMutation } from "../../../queries/query-hooks";
import { CardList } from "../parts/card-list";
import type { SectionProps } from "../section";
import { useSignInState } from "./use-sign-in-state";

export function EmailsCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { channels } = useSignInState(props);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title={t("Emails")}
      description={t("Where we reach you. You can sign in with those that are marked for it.")}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
          {t("Add an email")}
        </Button>
      }
    >
      <CardList label={t("Your emails")} note={t("Your account has no email address yet.")}>
        {channels.toSorted(byImportance).map((channel) => (
          <EmailRow key={channel.id} channel={channel} isLastSignInEmail={isLastSignInEmail(channel, channels)} />
        ))}
      </CardList>
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
  const t = useTranslation();
  const { value } = channel;
  const [asking, setAsking] = useState<"remove" | "stop">();
  const toast = useToast();
  // Menus close as they act, so the outcome is shown as a toast.
  const { mutate } = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; successMessage: string }) => run(),
    onSuccess: (_, { successMessage }) => toast({ tone: "success", message: successMessage }),
    onError: (error) => {
      const isTaken = isKnownError(error, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
      const message = isTaken
        ? t("Another user already signs in with {email}.", { email: value })
        : describeFailure(error, t);
      toast({ tone: "danger", message });
    },
  });

  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span className="text-sm wrap-anywhere text-ink">{value}</span>
        {channel.isPrimary && <Badge tone="accent">{t("Primary")}</Badge>}
        {!channel.isVerified && <Badge tone="warning">{t("Unverified")}</Badge>}
        {channel.usedForAuth && <Badge>{t("Used for sign-in")}</Badge>}
      </div>
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label={t("Actions for {name}", { name: value })} className="-me-2">
            <EllipsisIcon aria-hidden="true" />
          </Button>
        }
      >
        {!channel.isVerified && (
          <MenuItem
            onSelect={() =>
              mutate({
                run: () => channel.sendVerificationEmail(),
                successMessage: t("A link is on its way to {email}.", { email: value }),
              })
            }
          >
            {t("Send verification email")}
          </MenuItem>
        )}
        {!channel.isPrimary && (
          <MenuItem
            refused={channel.isVerified ? undefined : t("Verify this email first.")}
            onSelect={() =>
              mutate({
                run: () => channel.update({ isPrimary: true }),
                successMessage: t("{email} is your primary email now.", { email: value }),
              })
            }
          >
            {t("Set as primary")}
          </MenuItem>
        )}
        {channel.usedForAuth ? (
          <MenuItem
            refused={isLastSignInEmail ? t("It is your last sign-in email.") : undefined}
            onSelect={() => setAsking("stop")}
          >
            {t("Stop using for sign-in")}
          </MenuItem>
        ) : (
          <MenuItem
            onSelect={() =>
              mutate({
                run: () => channel.update({ usedForAuth: true }),
                successMessage: t("You can sign in with {email} now.", { email: value }),
              })
            }
          >
            {t("Use for sign-in")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          refused={isLastSignInEmail ? t("You cannot remove your last sign-in email.") : undefined}
          onSelect={() => setAsking("remove")}
        >
          {t("Remove")}
        </MenuItem>
      </DropdownMenu>
      <ConfirmMutation
        isOpen={asking === "stop"}
        onOpenChange={() => setAsking(undefined)}
        title={t("Stop using {email} for sign-in?", { email: value })}
        description={t("You will not be able to sign in with this address. You still receive emails there.")}
        confirmLabel={t("Stop using it")}
        mutationFn={() => channel.update({ usedForAuth: false })}
      />
      <ConfirmMutation
        isOpen={asking === "remove"}
        onOpenChange={() => setAsking(undefined)}
        title={t("Remove {email}?", { email: value })}
        description={
          channel.isPrimary
            ? t("It is your primary email: until you choose another one, you receive no emails.")
            : t("You will not receive emails there any more, and you will not be able to sign in with it.")
        }
        confirmLabel={t("Remove email")}
        mutationFn={() => channel.delete()}
      />
    </li>
  );
}

/** Adds an address, which is not used for sign-in yet, and sends the link that verifies it. */
function AddEmailDialog({
  user,
  channels,
  onClose,
}: {
  user: CurrentUser;
  channels: readonly ContactChannel[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const form = useForm({ defaultValues: { email: "" } });
  // Outside of the form, which is done once the address is added.
  const sendLink = useMutation({
    mutationFn: (channel: ContactChannel) => channel.sendVerificationEmail(),
    onSuccess: (_, { value }) =>
      toast({
        tone: "success",
        message: t("Added. A link that verifies it is on its way to {email}.", { email: value }),
      }),
    onError: (error, { value }) =>
      toast({
        tone: "danger",
        message: t("{email} was added, but its verification email was not sent. {reason}", {
          email: value,
          reason: describeFailure(error, t),
        }),
      }),
  });

  async function add({ email }: { email: string }) {
    const channel = await user.createContactChannel({ type: "email", value: email.trim(), usedForAuth: false });
    onClose();
    sendLink.mutate(channel);
  }

  return (
    <FormDialog
      form={form}
      title={t("Add an email")}
      description={t("We send a link there, to make sure that it is yours.")}
      submitLabel={t("Add email")}
      onSubmit={add}
      onClose={onClose}
    >
      <EmailField
        autoComplete="email"
        {...fieldOf(form, "email", {
          validate: {
            shape: checkEmail(t),
            isNew: (email) =>
              channels.every(({ value }) => value !== email.trim().toLowerCase()) ||
              t("You have added this email already."),
          },
        })}
      />
    </FormDialog>
  );
}
