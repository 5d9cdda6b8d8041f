import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerContactChannel, ServerUser } from "../../../kit/index";
import { FormCard } from "../../../react/forms/form-card";
import { buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { fieldsOf } from "../../dialogs/fields";
import { UnsavedChanges } from "../../dialogs/form-dialog";
import { ProfileImageField } from "../../forms/profile-image-field";
import { Row, RowAction, RowList } from "../../lists/list-end";
import { useRead } from "../../projects/use-owned-projects";
import { lazyDialog } from "../../shell/lazy";
import { useTranslation } from "../../translation/use-translation";
import { displayNameRules, refusedField } from "../user-fields";
import type { PartProps } from "./parts";
import { teamsOfUserOptions, useUserWrites } from "./queries";

/** Shows who the user is, and where emails reach them. */
export function ProfilePart({ user, channels }: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ProfileForm user={user} />
      <AddressesCard user={user} channels={channels} />
    </div>
  );
}

type Profile = { displayName: string; profileImageUrl: string; selectedTeam: string };

/** The name, the picture and the selected team of a user. */
function ProfileForm({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const teams = useRead(teamsOfUserOptions, user);
  const { write } = useUserWrites(user);
  const form = useForm<Profile>({
    values: {
      displayName: user.displayName ?? "",
      profileImageUrl: user.profileImageUrl ?? "",
      selectedTeam: user.selectedTeam?.id ?? "",
    },
  });
  const field = fieldsOf(form);
  const { control, watch, setValue, formState } = form;

  return (
    <>
      <UnsavedChanges isDirty={formState.isDirty} />
      <FormCard
        form={form}
        title={t("Profile")}
        savedMessage={t("Profile saved.")}
        onSave={({ displayName, profileImageUrl, selectedTeam }) => {
          const { dirtyFields } = formState;
          const changes = {
            displayName: dirtyFields.displayName ? displayName.trim() || null : undefined,
            profileImageUrl: dirtyFields.profileImageUrl ? profileImageUrl.trim() || null : undefined,
            selectedTeamId: dirtyFields.selectedTeam ? selectedTeam || null : undefined,
          };
          return write({ call: ["user.update", changes], run: () => user.update(changes) });
        }}
        explain={refusedField(t, "displayName", "profileImageUrl")}
      >
        <TextField label={t("Display name")} {...field("displayName", displayNameRules(t))} />
        <ProfileImageField label={t("Profile image address")} control={control} />
        {teams.length > 0 && (
          <Select
            label={t("Selected team")}
            hint={t("The team that your website shows the user first.")}
            options={[
              { value: "", label: t("None") },
              ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            value={watch("selectedTeam")}
            onValueChange={(team) => setValue("selectedTeam", team, { shouldDirty: true })}
          />
        )}
      </FormCard>
    </>
  );
}

const VerificationDialog = lazyDialog(() => import("./address-dialogs"), "VerificationDialog");

type AddressChanges = Parameters<ServerContactChannel["update"]>[0];

/** The email addresses of a user: adds, verifies and removes them, and chooses the primary one. */
function AddressesCard({ user, channels }: { user: ServerUser; channels: readonly ServerContactChannel[] }) {
  const t = useTranslation();
  const { write, ask } = useUserWrites(user);
  const [toVerify, setToVerify] = useState<ServerContactChannel>();

  const found = (channel: ServerContactChannel) => [
    `const address = (await user.listContactChannels()).find(({ id }) => id === ${JSON.stringify(channel.id)});`,
  ];
  const change = (channel: ServerContactChannel, changes: AddressChanges) =>
    write({
      done: t("{email} is changed.", { email: channel.value }),
      before: found(channel),
      call: ["address.update", changes],
      run: () => channel.update(changes),
    });
  const askToRemove = (channel: ServerContactChannel) =>
    ask({
      title: t("Remove {name}?", { name: channel.value }),
      description: channel.usedForAuth
        ? t("The user can no longer sign in with this address.")
        : t("The user gets no more emails at this address."),
      confirmLabel: t("Remove address"),
      done: t("{name} is removed.", { name: channel.value }),
      before: found(channel),
      call: ["address.delete"],
      run: () => channel.delete(),
    });

  return (
    <Card
      title={t("Email addresses")}
      description={t("Where emails reach the user, and with which addresses they can sign in.")}
      actions={
        <Link
          from="/projects/$projectId/users/$userId"
          to="."
          search={(search) => ({ ...search, action: "add-address" })}
          resetScroll={false}
          className={buttonClasses("secondary", "small")}
        >
          {t("Add address")}
        </Link>
      }
    >
      <RowList
        label={t("Email addresses")}
        empty={t("The user has no email address. With one, they can sign in by a code and get emails.")}
      >
        {channels.map((channel) => (
          <AddressRow
            key={channel.id}
            channel={channel}
            onChange={(changes) => change(channel, changes)}
            onVerify={() => setToVerify(channel)}
            onRemove={() => askToRemove(channel)}
          />
        ))}
      </RowList>
      {toVerify && (
        <VerificationDialog
          channel={toVerify}
          onVerified={() => change(toVerify, { isVerified: true })}
          onClose={() => setToVerify(undefined)}
        />
      )}
    </Card>
  );
}

interface AddressRowProps {
  channel: ServerContactChannel;
  onChange: (changes: AddressChanges) => void;
  onVerify: () => void;
  onRemove: () => void;
}

function AddressRow({ channel, onChange, onVerify, onRemove }: AddressRowProps) {
  const t = useTranslation();
  const { value: email, isPrimary, isVerified, usedForAuth } = channel;
  const actions = [
    !isPrimary && {
      text: t("Make primary"),
      label: t("Make primary: {email}", { email }),
      run: () => onChange({ isPrimary: true }),
    },
    !isVerified && { text: t("Verify"), label: t("Verify {email}", { email }), run: onVerify },
    {
      text: usedForAuth ? t("Not for sign-in") : t("Use for sign-in"),
      label: usedForAuth ? t("Not for sign-in: {email}", { email }) : t("Use for sign-in: {email}", { email }),
      run: () => onChange({ usedForAuth: !usedForAuth }),
    },
    { text: t("Remove"), label: t("Remove {name}", { name: email }), run: onRemove },
  ];
  return (
    <Row
      title={email}
      badges={
        <>
          {isPrimary && <Badge tone="accent">{t("Primary")}</Badge>}
          <Badge tone={isVerified ? "success" : "warning"}>{isVerified ? t("Verified") : t("Not verified")}</Badge>
          {usedForAuth && <Badge>{t("Used for sign-in")}</Badge>}
        </>
      }
      actions={actions.map(
        (action) =>
          action && (
            <RowAction
              key={action.text}
              variant={action.run === onRemove ? "ghost" : "secondary"}
              label={action.label}
              onClick={action.run}
            >
              {action.text}
            </RowAction>
          ),
      )}
    />
  );
}
