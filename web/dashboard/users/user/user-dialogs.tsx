import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { isKnownError } from "../../../kit/errors/known-error";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Select } from "../../../ui/forms/select";
import { Switch } from "../../../ui/forms/switch";
import { TextAreaField } from "../../../ui/forms/text-field";
import { Name } from "../../../ui/text/name";
import { useApiUrl } from "../../api-url";
import { useDone } from "../../code/shown-code";
import { Modal } from "../../dialogs/modal";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { ChooseTeamDialog } from "../../user-filters/choose-dialogs";
import { userName } from "../queries";
import { ReasonField } from "../reason-field";
import { liftSuspension, maxReasonLength, suspendUser, suspensionCode } from "../suspension";
import type { PartProps } from "./parts";
import { teamsOfUserOptions, useUserWrites } from "./queries";

/** Keeps the user from signing in, or changes the reason for it. */
export function SuspendDialog({ user, suspension, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const apiUrl = useApiUrl();
  const done = useDone();
  const [reason, setReason] = useState(suspension.reason ?? "");
  const isSuspended = suspension.suspendedAt !== null;
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={isSuspended ? t("Change the reason") : t("Suspend the user?")}
      description={
        isSuspended
          ? t("The user stays suspended.")
          : t.rich(
              "{name} is signed out everywhere and cannot sign in, and their API keys are refused. Nothing of theirs is deleted: you can lift the suspension at any time.",
              { name: <Name>{userName(user, t)}</Name> },
            )
      }
      confirmLabel={isSuspended ? t("Save") : t("Suspend user")}
      confirmVariant={isSuspended ? "primary" : "danger"}
      mutationFn={async () => {
        await suspendUser(app, user.id, reason);
        done({
          message: isSuspended ? t("Saved.") : t("{name} is suspended.", { name: userName(user, t) }),
          title: t("Suspend the user"),
          code: suspensionCode(apiUrl, [user.id], reason),
        });
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmMutation>
  );
}

/** Lets the user sign in again, after a confirmation. */
export function LiftSuspensionDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const apiUrl = useApiUrl();
  const done = useDone();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Lift the suspension?")}
      description={t.rich(
        "{name} can sign in again, and their API keys work again. The sessions that they had stay ended.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      confirmLabel={t("Lift suspension")}
      confirmVariant="primary"
      mutationFn={async () => {
        await liftSuspension(app, user.id);
        done({
          message: t("{name} can sign in again.", { name: userName(user, t) }),
          title: t("Lift the suspension"),
          code: suspensionCode(apiUrl, [user.id], undefined),
        });
      }}
    />
  );
}

/** Keeps the user from full use, though they sign in, changes what is said of it, or ends it. */
export function RestrictDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  const [isRestricted, setIsRestricted] = useState(true);
  const [reason, setReason] = useState(user.restrictedByAdminReason ?? "");
  const [details, setDetails] = useState(user.restrictedByAdminPrivateDetails ?? "");
  const changes = isRestricted
    ? {
        restrictedByAdmin: true,
        restrictedByAdminReason: reason.trim() || null,
        restrictedByAdminPrivateDetails: details.trim() || null,
      }
    : { restrictedByAdmin: false };
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={user.restrictedByAdmin ? t("Change the restriction") : t("Restrict the user?")}
      description={t.rich(
        "{name} can sign in and change their own account, and nothing else. Your website does not get them as a user until you lift it.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      confirmLabel={user.restrictedByAdmin ? t("Save") : t("Restrict user")}
      confirmVariant="primary"
      mutationFn={() => write({ done: t("Saved."), call: ["user.update", changes], run: () => user.update(changes) })}
    >
      <div className="flex flex-col gap-5">
        {user.restrictedByAdmin && <Switch label={t("Restricted")} isOn={isRestricted} onSwitch={setIsRestricted} />}
        <TextAreaField
          label={t("Reason (optional)")}
          hint={t("For the user to read, on the page that they are led to.")}
          rows={2}
          maxLength={maxReasonLength}
          disabled={!isRestricted}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <TextAreaField
          label={t("Private details (optional)")}
          hint={t("For those who manage this project. Users do not see it.")}
          rows={3}
          maxLength={2000}
          disabled={!isRestricted}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </div>
    </ConfirmMutation>
  );
}

/** Deletes the user after a confirmation, and leads back to the list. */
export function DeleteUserDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });
  const isDeleted = useRef(false);
  return (
    <ConfirmMutation
      isOpen
      // After the deletion the list is shown, where closing must not lead back to the user.
      onOpenChange={() => isDeleted.current || onClose()}
      title={t("Delete the user?")}
      description={t.rich(
        "The account of {name} is deleted with its email addresses, sign-in methods and team memberships. It cannot be restored.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      confirmLabel={t("Delete user")}
      typedPhrase="delete"
      mutationFn={async () => {
        await write({
          done: t("{name} is deleted.", { name: userName(user, t) }),
          call: ["user.delete"],
          run: () => user.delete(),
        });
        isDeleted.current = true;
        await navigate({
          to: "/projects/$projectId/users",
          search: ({ part: _part, team: _team, action: _action, ...list }) => list,
          replace: true,
        });
      }}
    />
  );
}

const hourMillis = 3_600_000;

/** Makes a session of the user for the owner, and shows how a browser uses it. */
export function ImpersonateDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { write } = useUserWrites(user);
  const [hours, setHours] = useState<"1" | "8" | "24">("1");
  const lifetime = Number(hours) * hourMillis;
  const options = { expiresInMillis: lifetime, isImpersonation: true };
  const session = useMutation({
    mutationFn: async () => {
      let snippet = "";
      await write({
        call: ["user.createSession", options],
        run: async () => {
          const { refreshToken } = await (await user.createSession(options)).getTokens();
          snippet = impersonationSnippet(projectId, refreshToken ?? "", lifetime);
        },
      });
      return snippet;
    },
  });

  return (
    <Modal
      title={t("Impersonate the user")}
      description={t.rich(
        "You use your website as {name}. Their sessions are not changed, the audit log records it, and you cannot change how they sign in.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      closing={session.data === undefined ? t("Cancel") : t("Close")}
      actions={
        session.data === undefined && (
          <Button isPending={session.isPending} onClick={() => session.mutate()}>
            {t("Start session")}
          </Button>
        )
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {session.error && (
          <Alert tone="danger">
            {isKnownError(session.error, "USER_SUSPENDED")
              ? t("The user is suspended and cannot sign in.")
              : describeFailure(session.error, t)}
          </Alert>
        )}
        {session.data === undefined ? (
          <Select
            label={t("Ends after")}
            options={[
              { value: "1", label: t("1 hour") },
              { value: "8", label: t("8 hours") },
              { value: "24", label: t("1 day") },
            ]}
            value={hours}
            onValueChange={setHours}
          />
        ) : (
          <>
            <p className="text-sm text-ink-soft">
              {t(
                "Open your website in a private window, open the browser’s console there, and paste this. It is a key to the account: do not share it.",
              )}
            </p>
            <CodeBlock title="console" code={session.data} />
          </>
        )}
      </div>
    </Modal>
  );
}

/**
 * Returns JavaScript that signs in to a website as the user, in the browser that runs it. It keeps the session where the kit's
 * token store "cookie" reads it.
 */
export function impersonationSnippet(projectId: string, refreshToken: string, lifetimeMillis: number): string {
  const attributes = `Max-Age=${Math.floor(lifetimeMillis / 1000)}; path=/; SameSite=Lax`;
  const secure = 'location.protocol === "https:" ? "; Secure" : ""';
  const cookie = `stack-refresh-${projectId}=${encodeURIComponent(refreshToken)}; ${attributes}`;
  return `document.cookie = ${JSON.stringify(cookie)} + (${secure});\nlocation.reload();`;
}

/** Makes a user a member of one of the other teams. */
export function AddToTeamDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const own = useRead(teamsOfUserOptions, user);
  const { write } = useUserWrites(user);
  return (
    <ChooseTeamDialog
      title={t("Add to a team")}
      description={t("The user gets the permissions that your project gives to members.")}
      submitLabel={t("Add to team")}
      excluded={new Set(own.map(({ id }) => id))}
      excludedHint={t("The user is a member already.")}
      onClose={onClose}
      onChoose={async (team) => {
        await write({
          done: t("The user is in {name} now.", { name: team.displayName }),
          before: [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`],
          call: ["team.addUser", user.id],
          run: () => team.addUser(user.id),
        });
        onClose();
      }}
    />
  );
}
