import { useQuery } from "@tanstack/react-query";
import CheckIcon from "lucide-react/icons/check";
import { useState } from "react";
import type { AuditEventType } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { SearchField } from "../../ui/forms/search-field";
import { Name } from "../../ui/text/name";
import { Modal } from "../dialogs/modal";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { eventText, eventTexts } from "./event-texts";
import { foundUsersOptions } from "./queries";

interface TypeDialogProps {
  type: AuditEventType | undefined;
  onChoose: (type: AuditEventType | undefined) => void;
  onClose: () => void;
}

/** Chooses the type of events that are shown, from all of them by topic; none for all. */
export function TypeDialog({ type, onChoose, onClose }: TypeDialogProps) {
  const t = useTranslation();
  const [query, setQuery] = useState("");
  const groups = findEventTypes(query, t);

  function choose(chosen: AuditEventType | undefined) {
    onChoose(chosen);
    onClose();
  }

  return (
    <Modal
      title={t("Choose an event")}
      actions={
        <Button variant="secondary" onClick={() => choose(undefined)}>
          {t("All events")}
        </Button>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <SearchField label={t("Search events")} value={query} onSearch={setQuery} />
        {groups.length === 0 && <p className="text-sm text-ink-soft">{t("No event matches.")}</p>}
        {groups.map(({ label, types }) => (
          <section key={label} aria-label={label} className="flex flex-col gap-1">
            <h3 className="text-2xs font-medium text-ink-soft">{label}</h3>
            <ul className="-mx-2 flex flex-col">
              {types.map((each) => (
                <li key={each.type}>
                  <button
                    type="button"
                    aria-pressed={each.type === type}
                    onClick={() => choose(each.type)}
                    className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-start text-sm hover:bg-sunken sm:min-h-9"
                  >
                    <span className="min-w-0 flex-1 text-ink">{each.text}</span>
                    <code className="min-w-0 truncate font-mono text-2xs text-ink-soft">{each.type}</code>
                    {each.type === type && <CheckIcon className="size-4 shrink-0 text-accent" aria-hidden="true" />}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
}

/** Finds a user by name or email, whose id the log is then filtered by. */
export function UserDialog({ onChoose, onClose }: { onChoose: (userId: string) => void; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [query, setQuery] = useState("");
  const users = useQuery(foundUsersOptions(app, query));
  return (
    <Modal title={t("Find a user")} closing={t("Cancel")} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <SearchField label={t("Search by name, email or ID")} value={query} onSearch={setQuery} />
        {users.isError && <Alert tone="danger">{describeFailure(users.error, t)}</Alert>}
        {users.isPending && <Skeleton className="h-24" />}
        {users.data?.length === 0 && <p className="text-sm text-ink-soft">{t("No users found")}</p>}
        <ul aria-label={t("Users")} className="-mx-2 flex flex-col empty:hidden">
          {users.data?.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(user.id);
                  onClose();
                }}
                className="flex min-h-11 w-full flex-col justify-center rounded-control px-2 py-1 text-start text-sm hover:bg-sunken"
              >
                <span className="max-w-full truncate text-ink">
                  <Name>{user.displayName ?? user.primaryEmail ?? user.id}</Name>
                </span>
                {user.displayName && user.primaryEmail && (
                  <span className="max-w-full truncate text-2xs text-ink-soft">{user.primaryEmail}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

/** The topics of events, with what their types begin with. The last one has all others. */
const topics = [
  { label: msg("Users"), subjects: ["user", "contact_channel", "sign_in_invitation"] },
  {
    label: msg("Sign-in and sessions"),
    subjects: ["session", "sessions", "password", "totp", "recovery_codes", "passkey", "oauth_account"],
  },
  {
    label: msg("Teams and permissions"),
    subjects: ["team", "team_membership", "team_permission", "project_permission"],
  },
  { label: msg("Keys and secrets"), subjects: ["api_key", "internal_key", "data_vault_entry"] },
  { label: msg("Emails"), subjects: ["email", "email_template", "email_theme", "email_draft"] },
  { label: msg("Webhooks"), subjects: ["webhook_endpoint", "webhook_message", "webhooks_token"] },
  { label: msg("Payments"), subjects: ["stripe_account", "test_purchase", "subscription", "payment"] },
  { label: msg("Project"), subjects: [] },
] as const;

/** The types of a topic that a search finds, by their names and their texts. */
export interface EventGroup {
  readonly label: string;
  readonly types: readonly { readonly type: AuditEventType; readonly text: string }[];
}

/** All types of events by topic, of which each word of `query` is part of the type or of its text. */
export function findEventTypes(query: string, t: Translate): EventGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const types = (Object.keys(eventTexts) as AuditEventType[])
    .map((type) => ({ type, text: eventText(type, t) }))
    .filter(({ type, text }) => words.every((word) => `${type} ${text}`.toLowerCase().includes(word)));
  return topics
    .map((topic) => ({ label: t(topic.label), types: types.filter(({ type }) => topicOf(type) === topic) }))
    .filter(({ types }) => types.length > 0);
}

function topicOf(type: AuditEventType): (typeof topics)[number] {
  const [subject] = type.split(".");
  const named = topics.find(({ subjects }) => subjects.some((each) => each === subject));
  return named ?? topics[topics.length - 1] ?? topics[0];
}
