import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Team, TeamInvitation } from "../../../kit";
import { isKnownError } from "../../../kit/errors/known-error";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ConfirmDialog } from "../../../ui/dialog";
import { Moment } from "../../../ui/moment";
import { TextField } from "../../../ui/text-field";
import { useApp } from "../../app-context";
import { checkEmail } from "../../credential-rules";
import { describeFailure } from "../../failure-wording";
import { FormCard } from "../../form-card";
import { teamInvitationOptions } from "../../queries";
import { EmptyNote } from "./empty-note";

/** Mails somebody a link that makes them a member. */
export function InviteCard({ team }: { team: Team }) {
  const form = useForm({ defaultValues: { email: "" } });
  return (
    <FormCard
      form={form}
      title="Invite a member"
      description="We mail a link there. Whoever follows it can join the team."
      saveLabel="Invite"
      savedMessage="The invitation is on its way."
      onSave={async ({ email }) => {
        await team.inviteUser({ email: email.trim() });
        form.reset();
      }}
    >
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={form.formState.errors.email?.message}
        {...form.register("email", { validate: checkEmail })}
      />
    </FormCard>
  );
}

/** The invitations that nobody has accepted yet. */
export function OpenInvitationsCard({ team, mayRevoke }: { team: Team; mayRevoke: boolean }) {
  const { data: invitations } = useSuspenseQuery(teamInvitationOptions(useApp(), team));
  const [asking, setAsking] = useState<TeamInvitation>();
  return (
    <Card title="Open invitations" description="Nobody has accepted them yet.">
      {invitations.length === 0 ? (
        <EmptyNote>There are no open invitations.</EmptyNote>
      ) : (
        <ul aria-label="Open invitations" className="-my-3 flex flex-col divide-y divide-line">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex items-center gap-3 py-3">
              <div className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="text-sm wrap-anywhere text-ink">{invitation.recipientEmail}</span>
                <span className="text-2xs text-ink-soft">
                  Expires <Moment at={invitation.expiresAt} />
                </span>
              </div>
              {mayRevoke && (
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Revoke the invitation of ${invitation.recipientEmail}`}
                  onClick={() => setAsking(invitation)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={`Revoke the invitation of ${asking?.recipientEmail}?`}
        description="The link in the mail will not work any more."
        confirmLabel="Revoke invitation"
        onConfirm={async () => {
          if (asking) await revoke(asking);
        }}
      />
    </Card>
  );
}

async function revoke(invitation: TeamInvitation): Promise<void> {
  try {
    await invitation.revoke();
  } catch (cause) {
    const isClosed = isKnownError(cause, "VERIFICATION_CODE_NOT_FOUND");
    const message = isClosed
      ? "It is not open any more: it was accepted or revoked meanwhile."
      : describeFailure(cause);
    throw new Error(message, { cause });
  }
}
