import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerContactChannel, ServerUser } from "../../../kit/index";
import { FormCard } from "../../../react/forms/form-card";
import { buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { fieldsOf } from "../../dialogs/fields";
import { UnsavedChanges } from "../../dialogs/form-dialog";
import { ProfileImageField } from "../../dialogs/profile-image-field";
import { ListCard } from "../../lists/list-end";
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
    <ListCard
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
      empty={t("The user has no email address. With one, they can sign in by a code and get emails.")}
      rows={channels.map((channel) => {
        const { id, value: email, isPrimary, isVerified, usedForAuth } = channel;
        return {
          id,
          title: email,
          badges: (
            <>
              {isPrimary && <Badge tone="accent">{t("Primary")}</Badge>}
              <Badge tone={isVerified ? "success" : "warning"}>{isVerified ? t("Verified") : t("Not verified")}</Badge>
              {usedForAuth && <Badge>{t("Used for sign-in")}</Badge>}
            </>
          ),
          buttons: [
            !isPrimary && {
              text: t("Make primary"),
              label: t("Make primary: {email}", { email }),
              onClick: () => change(channel, { isPrimary: true }),
            },
            !isVerified && {
              text: t("Verify"),
              label: t("Verify {email}", { email }),
              onClick: () => setToVerify(channel),
            },
            {
              text: usedForAuth ? t("Not for sign-in") : t("Use for sign-in"),
              label: usedForAuth ? t("Not for sign-in: {email}", { email }) : t("Use for sign-in: {email}", { email }),
              onClick: () => change(channel, { usedForAuth: !usedForAuth }),
            },
            {
              text: t("Remove"),
              label: t("Remove {name}", { name: email }),
              variant: "ghost",
              onClick: () => askToRemove(channel),
            },
          ],
        };
      })}
    >
      {toVerify && (
        <VerificationDialog
          channel={toVerify}
          onVerified={() => change(toVerify, { isVerified: true })}
          onClose={() => setToVerify(undefined)}
        />
      )}
    </ListCard>
  );
}
