import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import UserXIcon from "lucide-react/icons/user-x";
import { type ReactNode, useState } from "react";
import type { ServerUser } from "../../kit";
import { inEnglish, inPlainWords } from "../../react/errors/describe-failure";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { CopyField } from "../../ui/data/copy-field";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTitle } from "../../ui/layout/use-title";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { useOwnedProject } from "../projects/use-owned-projects";
import { EmailForm } from "./email-form";
import { MetadataForm } from "./metadata-form";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { deleteUserOptions, userOptions } from "./queries";
import { signInMethods } from "./sign-in-methods";
import { userName } from "./user-name";

/** One user, with forms for all that an owner can change. */
export function UserPage() {
  const project = useOwnedProject();
  const { userId } = useParams({ from: "/projects/$projectId/users/$userId" });
  const { data: found } = useSuspenseQuery(userOptions(project.app, userId));
  useTitle(`${found ? userName(found.user) : "User not found"} · ${project.displayName} · Gatehouse`);

  if (!found) {
    return (
      <EmptyState
        icon={<UserXIcon />}
        title="User not found"
        action={<BackToList className={buttonClasses("secondary")}>All users</BackToList>}
      >
        This project has no user with this ID. The user may have been deleted.
      </EmptyState>
    );
  }
  const { user, channels } = found;
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-4">
        <BackToList className="inline-flex min-h-11 items-center gap-1.5 self-start rounded-control text-sm font-medium text-ink-soft hover:text-ink sm:min-h-0">
          <ArrowLeftIcon className="size-4" aria-hidden="true" />
          Users
        </BackToList>
        <div className="flex items-center gap-4">
          <Avatar
            name={user.displayName ?? user.primaryEmail}
            imageUrl={user.profileImageUrl}
            className="size-14 text-lg"
          />
          <div className="flex min-w-0 flex-col">
            <h1 className="truncate text-2xl font-semibold tracking-tight text-ink">
              <Name>{userName(user)}</Name>
            </h1>
            {user.displayName && user.primaryEmail && (
              <p className="truncate text-sm text-ink-soft">{user.primaryEmail}</p>
            )}
          </div>
          {user.isAnonymous && <Badge>Anonymous</Badge>}
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ProfileForm user={user} />
          <EmailForm user={user} channels={channels} />
          <PasswordForm user={user} />
          <MetadataForm user={user} />
          <DeleteUser user={user} />
        </div>
        <div className="order-first xl:order-none">
          <Facts user={user} />
        </div>
      </div>
    </div>
  );
}

/** A link to the page of the list that contained the user. */
function BackToList({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link
      from="/projects/$projectId/users/$userId"
      to="/projects/$projectId/users"
      search={(search) => search}
      className={className}
    >
      {children}
    </Link>
  );
}

function Facts({ user }: { user: ServerUser }) {
  return (
    <Card title="About">
      <div className="flex flex-col gap-4">
        <CopyField label="User ID" value={user.id} />
        <dl className="flex flex-col gap-3 text-sm">
          <Fact name="Signed up">
            <RelativeTime at={user.signedUpAt} />
          </Fact>
          <Fact name="Last active">
            <RelativeTime at={user.lastActiveAt} />
          </Fact>
          <Fact name="Sign-in">{signInMethods(user).join(", ") || "None"}</Fact>
          <Fact name="Selected team">{user.selectedTeam?.displayName ?? "None"}</Fact>
        </dl>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-right wrap-break-word">{children}</dd>
    </div>
  );
}

function DeleteUser({ user }: { user: ServerUser }) {
  const deleteUser = useMutation(deleteUserOptions(user));
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });
  const toast = useToast();

  async function confirmDeletion() {
    await inPlainWords(deleteUser.mutateAsync(), inEnglish);
    toast({ tone: "success", message: `${userName(user)} has been deleted.` });
    await navigate({ to: "/projects/$projectId/users", search: (search) => search, replace: true });
  }

  return (
    <Card
      title="Delete user"
      description="Deletes the account with its email addresses, sign-in methods and team memberships. This cannot be undone."
    >
      <Button variant="danger" size="small" onClick={() => setIsConfirming(true)}>
        Delete user
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete the user?"
        description={
          <>
            The account of <Name>{userName(user)}</Name> cannot be restored.
          </>
        }
        confirmLabel="Delete user"
        typedPhrase="delete"
        onConfirm={confirmDeletion}
      />
    </Card>
  );
}
