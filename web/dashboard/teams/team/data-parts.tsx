import { useForm } from "react-hook-form";
import { isKnownError } from "../../../kit/errors/known-error";
import type { TeamInvitation } from "../../../kit/index";
import { describeFailure } from "../../../react/errors/describe-failure";
import { checkEmail } from "../../../react/forms/credential-rules";
import { FormCard } from "../../../react/forms/form-card";
import { CodeBlock } from "../../../ui/data/code-block";
import { Checkbox } from "../../../ui/forms/checkbox";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { OwnedKeysCard } from "../../api-keys/owned-keys-card";
import { fieldsOf } from "../../dialogs/fields";
import { UnsavedChanges } from "../../dialogs/form-dialog";
import { ProfileImageField } from "../../dialogs/profile-image-field";
import { NoEmailLink, useEmailLink } from "../../email-links/use-email-link";
import { useConfig } from "../../forms/config";
import { settingAt } from "../../forms/config-document";
import { ConfigSwitch } from "../../forms/config-form";
import { ItemsCard } from "../../items/items-card";
import { EmptyRows, ListCard } from "../../lists/list-end";
import { MetadataForm } from "../../metadata/metadata-form";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { invitationsOptions } from "../queries";
import type { PartProps } from "../team-search";
import { nameRules, refusedImage, useTeamWrites } from "./team-writes";

/** Invites people to the team by email, and lists who has not accepted yet. */
export function InvitationsPart({ team }: PartProps) {
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
  const field = fieldsOf(form);
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
        await write({ call: ["team.inviteUser", invitation], run: () => team.inviteUser(invitation) });
        // What was typed while the invitation was on its way stays.
        if (form.getValues("email") === email) form.reset();
      }}
    >
      <TextField label={t("Email")} type="email" inputMode="email" {...field("email", { validate: checkEmail(t) })} />
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
  const invitations = useRead(invitationsOptions, team);
  const { ask } = useTeamWrites(team);
  const askToRevoke = (invitation: TeamInvitation) =>
    ask({
      title: t("Revoke the invitation?"),
      description: t("The link in the email to {email} will not work any more.", {
        email: invitation.recipientEmail ?? "",
      }),
      confirmLabel: t("Revoke invitation"),
      successMessage: t("The invitation is revoked."),
      before: [
        `const invitation = (await team.listInvitations()).find(({ id }) => id === ${JSON.stringify(invitation.id)});`,
      ],
      call: ["invitation.revoke"],
      run: () => invitation.revoke(),
      describeError: (error) =>
        isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")
          ? t("It has been accepted or revoked already.")
          : describeFailure(error, t),
    });
  return (
    <ListCard
      title={t("Open invitations")}
      description={invitations.length > 0 ? t("They have not been accepted yet.") : undefined}
      empty={
        <>
          <p>{t("There are no open invitations. Members who may invite others do so in your app:")}</p>
          <CodeBlock title="TypeScript" code={'await team.inviteUser({ email: "grace@example.com" });'} />
        </>
      }
      rows={invitations.map((invitation) => ({
        id: invitation.id,
        title: invitation.recipientEmail,
        detail: t.rich("Expires {time}", { time: <RelativeTime at={invitation.expiresAt} /> }),
        buttons: [
          {
            text: t("Revoke"),
            label: t("Revoke the invitation of {email}", { email: invitation.recipientEmail ?? "" }),
            variant: "ghost",
            onClick: () => askToRevoke(invitation),
          },
        ],
      }))}
    />
  );
}

/** The name and the image of the team. */
export function ProfilePart({ team }: PartProps) {
  const t = useTranslation();
  const { write } = useTeamWrites(team);
  const form = useForm({ values: { displayName: team.displayName, profileImageUrl: team.profileImageUrl ?? "" } });
  const field = fieldsOf(form);
  const { control, formState } = form;
  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Profile")}
        description={t("What members and invited people see of the team.")}
        savedMessage={t("Profile saved.")}
        explain={refusedImage(t)}
        onSave={({ displayName, profileImageUrl }) => {
          const { dirtyFields } = formState;
          const changes = {
            displayName: dirtyFields.displayName ? displayName.trim() : undefined,
            profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
          };
          return write({ call: ["team.update", changes], run: () => team.update(changes) });
        }}
      >
        <TextField label={t("Name")} {...field("displayName", nameRules(t))} />
        <ProfileImageField label={t("Image address")} control={control} />
      </FormCard>
    </>
  );
}

/** Data that the app stores with the team. */
export function MetadataPart({ team }: PartProps) {
  const t = useTranslation();
  const { write } = useTeamWrites(team);
  return (
    <MetadataForm
      of={team}
      description={t("Data that your app stores with the team, as JSON.")}
      hints={{
        clientMetadata: t("Members can read it; those who may update the team can change it."),
        clientReadOnlyMetadata: t("Members can read it; only you and your backend can change it."),
        serverMetadata: t("Only you and your backend see it."),
      }}
      onSave={(changes) => write({ call: ["team.update", changes], run: () => team.update(changes) })}
    />
  );
}

/** The API keys of the team, where the project lets teams have some. */
export function KeysPart({ team }: PartProps) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  if (config.allowTeamApiKeys) {
    return (
      <OwnedKeysCard
        owner={team}
        variable="team"
        description={t("With which programs of the team call your backend in its name.")}
      />
    );
  }
  return (
    <Card title={t("API keys")}>
      <div className="flex flex-col gap-4">
        <EmptyRows>
          {t(
            "API keys of teams are switched off in this project. With them, programs call your backend in the name of a team.",
          )}
        </EmptyRows>
        <ConfigSwitch
          path="apiKeys.enabled.team"
          label={t("API keys of teams")}
          seen="account-settings"
          hint={t("For all teams of the project.")}
        />
      </div>
    </Card>
  );
}

const definition = `await project.updateConfig({
  "payments.items.seats": { displayName: "Seats", customerType: "team" },
});`;

/** Shows how much the team has of each item that teams can have. */
export function ItemsPart({ team }: PartProps) {
  const t = useTranslation();
  return (
    <ItemsCard
      customerType="team"
      customer={team}
      description={t("What the team has of what your app sells or gives, such as seats.")}
      empty={t("The project has no items for teams yet. Define the first in its settings:")}
      definition={definition}
      tooLittle={t("The team does not have that much.")}
    />
  );
}
