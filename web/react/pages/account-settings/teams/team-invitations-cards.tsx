import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Team, TeamInvitation } from "../../../../kit";
import { isKnownError } from "../../../../kit/errors/known-error";
import { Button } from "../../../../ui/buttons/button";
import { Checkbox } from "../../../../ui/forms/checkbox";
import { Card } from "../../../../ui/layout/card";
import { RelativeTime } from "../../../../ui/text/relative-time";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { describeFailure } from "../../../errors/describe-failure";
import { checkEmail } from "../../../forms/credential-rules";
import { EmailField } from "../../../forms/email-field";
import { fieldOf } from "../../../forms/form";
import { FormCard } from "../../../forms/form-card";
import { useApp } from "../../../hooks/use-app";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { CardList } from "../parts/card-list";

/**
 * Emails a link that makes its recipient a member.
 *
 * @param props.callbackUrl where the link leads, if not to the page of invitations as it is
 */
export function InviteCard({ team, callbackUrl }: { team: Team; callbackUrl?: string }) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { email: "", forRecipientOnly: false } });
  // Its users are owners: each member of a team administers the projects that the team owns.
  const isOwnersTeam = useApp().projectId === "internal";
  return (
    <FormCard
      form={form}
      title={t("Invite a member")}
      description={
        isOwnersTeam
          ? t(
              "We send a link there. Anyone who has it can join the team and administer its projects, unless it is for this address only.",
            )
          : t("We send a link there. Anyone who has it can join the team, unless it is for this address only.")
      }
      saveLabel={t("Invite")}
      savedMessage={t("The invitation is on its way.")}
      onSave={async ({ email, forRecipientOnly }) => {
        await team.inviteUser({
          email: email.trim(),
          ...(callbackUrl && { callbackUrl }),
          ...(forRecipientOnly && { forRecipientOnly }),
        });
        // What was typed while the invitation was on its way stays.
        if (form.getValues("email") === email) form.reset();
      }}
    >
      <EmailField autoComplete="off" {...fieldOf(form, "email", { validate: checkEmail(t) })} />
      <Checkbox
        label={t("Only for this address")}
        hint={t("Who joins by the link must have verified it.")}
        {...form.register("forRecipientOnly")}
      />
    </FormCard>
  );
}

/** The invitations that have not been accepted yet. */
export function OpenInvitationsCard({ team, mayRevoke }: { team: Team; mayRevoke: boolean }) {
  const t = useTranslation();
  const { data: invitations } = useSuspenseQuery(viewOf(team, team.listInvitations));
  const [asking, setAsking] = useState<TeamInvitation>();
  return (
    <Card title={t("Open invitations")} description={t("They have not been accepted yet.")}>
      <CardList label={t("Open invitations")} note={t("There are no open invitations.")}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center gap-3 py-3">
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="text-sm wrap-anywhere text-ink">{invitation.recipientEmail}</span>
              <span className="text-2xs text-ink-soft">
                {t.rich("Expires {time}", { time: <RelativeTime at={invitation.expiresAt} /> })}
              </span>
            </div>
            {mayRevoke && (
              <Button
                variant="ghost"
                size="small"
                aria-label={t("Revoke the invitation of {email}", { email: invitation.recipientEmail ?? "" })}
                onClick={() => setAsking(invitation)}
              >
                {t("Revoke")}
              </Button>
            )}
          </li>
        ))}
      </CardList>
      <ConfirmMutation
        isOpen={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={t("Revoke the invitation?")}
        description={t("The link in the email to {email} will not work any more.", {
          email: asking?.recipientEmail ?? "",
        })}
        confirmLabel={t("Revoke invitation")}
        mutationFn={async () => asking?.revoke()}
        describeError={describeRevokeError}
      />
    </Card>
  );
}

function describeRevokeError(error: unknown, t: Translate): string {
  if (isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")) return t("It has been accepted or revoked already.");
  return describeFailure(error, t);
}
