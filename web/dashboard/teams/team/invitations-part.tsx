import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { TeamInvitation } from "../../../kit";
import { isKnownError } from "../../../kit/errors/known-error";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { checkEmail } from "../../../react/forms/credential-rules";
import { FormCard } from "../../../react/forms/form-card";
import { CodeBlock } from "../../../ui/data/code-block";
import { Checkbox } from "../../../ui/forms/checkbox";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { NoEmailLink, useEmailLink } from "../../email-links/use-email-link";
import { settingAt } from "../../forms/config-document";
import { useConfig } from "../../forms/use-config";
import { Row, RowAction, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { invitationsOptions } from "../queries";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** Invites people to the team by email, and lists who has not accepted yet. */
export default function InvitationsPart({ team }: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <InviteCard team={team} />
      <OpenInvitations team={team} />
    </div>
  );
}

function InviteCard({ team }: PartProps) {
  const t = useTranslation();
  const { callbackUrl, choice } = useEmailLink("team-invitation");
  const isBound = settingAt(useConfig(), "teams.invitationsForRecipientOnly") === true;
  const { write } = useTeamWrites(team);
  const form = useForm({ defaultValues: { email: "", forRecipientOnly: false } });
  const { mutateAsync: invite } = useMutation({
    mutationFn: (invitation: Parameters<typeof team.inviteUser>[0]) => team.inviteUser(invitation),
  });
  if (callbackUrl === null) {
    return (
      <Card title={t("Invite a member")}>
        <NoEmailLink />
      </Card>
    );
  }
  return (
    <FormCard
      form={form}
      title={t("Invite a member")}
      description={
        isBound
          ? t("We send a link there. Who joins by it must have verified this address.")
          : t("We send a link there. Anyone who has it can join the team, unless it is for this address only.")
      }
      saveLabel={t("Invite")}
      savedMessage={t("The invitation is on its way.")}
      onSave={async ({ email, forRecipientOnly }) => {
        const invitation = { email: email.trim(), callbackUrl, ...(forRecipientOnly && { forRecipientOnly }) };
        await write({ call: ["team.inviteUser", invitation], run: () => invite(invitation) });
        // What was typed while the invitation was on its way stays.
        if (form.getValues("email") === email) form.reset();
      }}
    >
      <TextField
        label={t("Email")}
        type="email"
        inputMode="email"
        autoComplete="off"
        error={form.formState.errors.email?.message}
        {...form.register("email", { validate: checkEmail(t) })}
      />
      {!isBound && (
        <Checkbox
          label={t("Only for this address")}
          hint={t("Who joins by the link must have verified it.")}
          {...form.register("forRecipientOnly")}
        />
      )}
      {choice}
    </FormCard>
  );
}

function OpenInvitations({ team }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: invitations } = useSuspenseQuery(invitationsOptions(app, team));
  const { write } = useTeamWrites(team);
  const [asking, setAsking] = useState<TeamInvitation>();
  const email = asking?.recipientEmail ?? "";
  return (
    <Card
      title={t("Open invitations")}
      description={invitations.length > 0 ? t("They have not been accepted yet.") : undefined}
    >
      <RowList
        label={t("Open invitations")}
        empty={
          <>
            <p>{t("There are no open invitations. Members who may invite others do so in your app:")}</p>
            <CodeBlock title="TypeScript" code={'await team.inviteUser({ email: "grace@example.com" });'} />
          </>
        }
      >
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            title={invitation.recipientEmail}
            detail={t.rich("Expires {time}", { time: <RelativeTime at={invitation.expiresAt} /> })}
            actions={
              <RowAction
                variant="ghost"
                label={t("Revoke the invitation of {email}", { email: invitation.recipientEmail ?? "" })}
                onClick={() => setAsking(invitation)}
              >
                {t("Revoke")}
              </RowAction>
            }
          />
        ))}
      </RowList>
      {asking && (
        <ConfirmMutation
          isOpen
          onOpenChange={() => setAsking(undefined)}
          title={t("Revoke the invitation?")}
          description={t("The link in the email to {email} will not work any more.", { email })}
          confirmLabel={t("Revoke invitation")}
          successMessage={t("The invitation is revoked.")}
          mutationFn={() =>
            write({
              before: [
                `const invitation = (await team.listInvitations()).find(({ id }) => id === ${JSON.stringify(asking.id)});`,
              ],
              call: ["invitation.revoke"],
              run: () => asking.revoke(),
            })
          }
          describeError={(error) =>
            isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")
              ? t("It has been accepted or revoked already.")
              : describeFailure(error, t)
          }
        />
      )}
    </Card>
  );
}
