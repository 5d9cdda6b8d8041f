import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerUser } from "../../../kit/index";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Spinner } from "../../../ui/feedback/spinner";
import { SearchField } from "../../../ui/forms/search-field";
import { TextField } from "../../../ui/forms/text-field";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { useDone } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { fieldsOf } from "../../dialogs/fields";
import { FormDialog } from "../../dialogs/form-dialog";
import { Modal } from "../../dialogs/modal";
import { ProfileImageField } from "../../dialogs/profile-image-field";
import { EmptyRows, Row, RowAction, RowList } from "../../lists/list-end";
import { allContained, definitionsOptions } from "../../permissions/definitions";
import { grantRow } from "../../permissions/grant-row";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { PersonAvatar } from "../../shell/avatars";
import { useTranslation } from "../../translation/use-translation";
import { changePermission, foundUsersOptions, type Member, updateMemberProfile } from "../queries";
import type { PartProps } from "../team-search";
import { memberName, nameRules, refusedImage, useTeamWrites } from "./team-writes";

/** Creates a team, and opens its page. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const navigate = useNavigate({ from: "/projects/$projectId/teams" });
  const form = useForm({ defaultValues: { displayName: "", profileImageUrl: "" } });
  const field = fieldsOf(form);
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t("Create team")}
      description={t("It has no members at first. Add users to it, or invite people by email, on its page.")}
      submitLabel={t("Create team")}
      onClose={onClose}
      explain={refusedImage(t)}
      onSubmit={async ({ displayName, profileImageUrl }) => {
        const options = { displayName: displayName.trim(), profileImageUrl: profileImageUrl.trim() || undefined };
        const team = await app.createTeam(options);
        done({
          message: t("{name} is created.", { name: team.displayName }),
          title: t("Create team"),
          code: kitCode([], "serverApp.createTeam", options),
        });
        await navigate({
          to: "/projects/$projectId/teams/$teamId",
          params: ({ projectId = "" }) => ({ projectId, teamId: team.id }),
          replace: true,
        });
      }}
    >
      <TextField label={t("Name")} {...field("displayName", nameRules(t))} />
      <ProfileImageField label={t("Image address")} hint={t("Optional.")} control={control} />
    </FormDialog>
  );
}

/** Deletes the team after a confirmation, and leads back to the list. */
export function DeleteTeamDialog({ team, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { write } = useTeamWrites(team);
  const navigate = useNavigate({ from: "/projects/$projectId/teams/$teamId" });
  const isDeleted = useRef(false);
  return (
    <ConfirmMutation
      isOpen
      // After the deletion the list is shown, where closing must not lead back to the team.
      onOpenChange={() => isDeleted.current || onClose()}
      title={t("Delete the team?")}
      description={t.rich(
        "{name} is deleted with its memberships, invitations, permissions and API keys. Its users stay. It cannot be restored.",
        { name: <Name>{team.displayName}</Name> },
      )}
      confirmLabel={t("Delete team")}
      typedPhrase="delete"
      mutationFn={async () => {
        await write({
          done: t("{name} is deleted.", { name: team.displayName }),
          call: ["team.delete"],
          run: () => team.delete(),
        });
        isDeleted.current = true;
        await navigate({
          to: "/projects/$projectId/teams",
          search: ({ q }) => (q === undefined ? {} : { q }),
          replace: true,
        });
      }}
    />
  );
}

/** Makes users of the project members of the team. It stays open for the next one. */
export function AddMemberDialog({
  team,
  members,
  onClose,
}: PartProps & { members: readonly Member[]; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [query, setQuery] = useState("");
  const users = useQuery({ ...foundUsersOptions(app, query), placeholderData: keepPreviousData });
  const isMember = new Set(members.map(({ id }) => id));
  return (
    <Modal
      title={t("Add members")}
      description={t(
        "They get the permissions that your project gives to members. People without an account are invited by email.",
      )}
      closing={t("Close")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <SearchField label={t("Search users by name, email or ID")} value={query} onSearch={setQuery} />
        {users.isError ? (
          <Alert tone="danger">{describeFailure(users.error, t)}</Alert>
        ) : users.isPending ? (
          <Spinner label={t("Loading")} />
        ) : users.data.length === 0 ? (
          <EmptyRows>
            {query === ""
              ? t("The project has no users yet. Create one, or invite people to the team by email.")
              : t("No user is found. Invite them to the team by email.")}
          </EmptyRows>
        ) : (
          <RowList label={t("Users")}>
            {users.data.map((user) => (
              <FoundUser key={user.id} team={team} user={user} isMember={isMember.has(user.id)} />
            ))}
          </RowList>
        )}
      </div>
    </Modal>
  );
}

function FoundUser({ team, user, isMember }: PartProps & { user: ServerUser; isMember: boolean }) {
  const t = useTranslation();
  const { attempt } = useTeamWrites(team);
  const name = memberName(user, t);
  const isAdded = useRef(false);
  const add = () => {
    isAdded.current = true;
    return attempt({
      done: t("{name} is a member now.", { name }),
      call: ["team.addUser", user.id],
      run: () => team.addUser(user.id),
    });
  };
  return (
    <Row
      title={
        <>
          <PersonAvatar name={name} imageUrl={user.profileImageUrl} className="size-7 text-2xs" />
          <Name className="wrap-anywhere">{name}</Name>
        </>
      }
      detail={user.displayName && user.primaryEmail}
      actions={
        isMember ? (
          // Takes the focus from the button that it replaces.
          <span ref={(element) => void (isAdded.current && element?.focus())} tabIndex={-1} className="outline-none">
            <Badge tone="success">{t("Member")}</Badge>
          </span>
        ) : (
          <RowAction label={t("Add {name}", { name })} onClick={add}>
            {t("Add")}
          </RowAction>
        )
      }
    />
  );
}

/** Shows what a member may do in the team: grants permissions and revokes them. */
export function MemberPermissionsDialog({
  team,
  member,
  onClose,
}: PartProps & { member: Member; onClose: () => void }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const definitions = useQuery(definitionsOptions(app, "team"));
  const { attempt } = useTeamWrites(team);
  const [isChanging, setIsChanging] = useState(false);
  const name = memberName(member, t);
  const direct = new Set(member.permissionIds);
  const contained = new Set(member.permissionIds.flatMap((id) => allContained(definitions.data ?? [], id)));

  async function set(id: string, isGranted: boolean) {
    setIsChanging(true);
    await attempt({
      done: isGranted
        ? t("{permission} is granted.", { permission: id })
        : t("{permission} is revoked.", { permission: id }),
      before: [
        `const user = await serverApp.getUser(${JSON.stringify(member.id)});`,
        `await user.${isGranted ? "grantPermission" : "revokePermission"}(team, ${JSON.stringify(id)});`,
      ],
      run: () => changePermission(app, { team_id: team.id, user_id: member.id, permission_id: id }, isGranted),
    });
    setIsChanging(false);
  }

  return (
    <Modal
      title={t("Permissions of {name}", { name })}
      description={t.rich("In this team. What there is to grant is defined under <link>Permissions</link>.", {
        link: (text) => (
          <Link to="/projects/$projectId/permissions" params={{ projectId }} className={linkClasses}>
            {text}
          </Link>
        ),
      })}
      closing={t("Close")}
      onClose={onClose}
    >
      {definitions.isError ? (
        <Alert tone="danger">{describeFailure(definitions.error, t)}</Alert>
      ) : definitions.isPending ? (
        <Spinner label={t("Loading")} />
      ) : (
        <RowList label={t("Permissions")}>
          {definitions.data.map((definition) => {
            const { id } = definition;
            const granted = { isGranted: direct.has(id), isContained: contained.has(id), disabled: isChanging };
            return <Row key={id} {...grantRow(definition, granted, t, () => set(id, !granted.isGranted))} />;
          })}
        </RowList>
      )}
    </Modal>
  );
}

/** The name and the image that a member has in the team. */
export function MemberProfileDialog({ team, member, onClose }: PartProps & { member: Member; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { write } = useTeamWrites(team);
  const form = useForm({
    defaultValues: { displayName: member.displayName ?? "", profileImageUrl: member.profileImageUrl ?? "" },
  });
  const field = fieldsOf(form);
  const { control, formState } = form;
  const name = memberName(member, t);
  return (
    <FormDialog
      form={form}
      title={t("Profile of {name}", { name })}
      description={t("What other members see of them in this team. Elsewhere they keep their own name and image.")}
      submitLabel={t("Save changes")}
      onClose={onClose}
      explain={refusedImage(t)}
      onSubmit={async ({ displayName, profileImageUrl }) => {
        const { dirtyFields } = formState;
        const changes = {
          ...(dirtyFields.displayName && { displayName: displayName.trim() }),
          ...(dirtyFields.profileImageUrl && { profileImageUrl: profileImageUrl.trim() || null }),
        };
        await write({
          done: t("Profile saved."),
          before: [
            `const user = await serverApp.getUser(${JSON.stringify(member.id)});`,
            "const profile = await user.getTeamProfile(team);",
          ],
          call: ["profile.update", changes],
          run: () => updateMemberProfile(app, team.id, member.id, changes),
        });
        onClose();
      }}
    >
      <TextField label={t("Name in the team")} {...field("displayName", nameRules(t))} />
      <ProfileImageField label={t("Image address")} hint={t("Empty for the user’s own image.")} control={control} />
    </FormDialog>
  );
}
