import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { ServerTeam } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Radio } from "../../ui/forms/radio";
import { SearchField } from "../../ui/forms/search-field";
import { TextField } from "../../ui/forms/text-field";
import { Name } from "../../ui/text/name";
import { fieldsOf } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { EmptyRows } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { foundTeamsOptions } from "../teams/queries";
import { useTranslation } from "../translation/use-translation";

/** Chooses one of the project's teams, which are searched; teaches how to create one where there is none. */
export function ChooseTeamDialog({
  title,
  description,
  submitLabel,
  excluded,
  excludedHint,
  onChoose,
  onClose,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  /** The ids of teams that cannot be chosen, and why. */
  excluded?: ReadonlySet<string>;
  excludedHint?: string;
  /** Does what follows from the choice; the dialog shows why it failed. */
  onChoose: (team: ServerTeam) => void | Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm();
  const [team, setTeam] = useState<ServerTeam>();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      submitLabel={submitLabel}
      onClose={onClose}
      onSubmit={async () => {
        if (team) await onChoose(team);
        else setIsMissing(true);
      }}
    >
      <TeamChoice chosen={team} onChoose={setTeam} excluded={excluded} excludedHint={excludedHint} />
      {isMissing && !team && (
        <p role="alert" className="text-sm font-medium text-danger">
          {t("Choose a team.")}
        </p>
      )}
    </FormDialog>
  );
}

/** Limits how many teams a search shows. */
const shownTeams = 8;

const creation = 'await serverApp.createTeam({ displayName: "Engineering" });';

interface TeamChoiceProps {
  chosen: ServerTeam | undefined;
  onChoose: (team: ServerTeam) => void;
  excluded?: ReadonlySet<string>;
  excludedHint?: string;
}

/**
 * A team to choose of those that a search finds, among however many the project has; teaches how to create one where there is
 * none. A team that was chosen stays chosen while others are searched.
 *
 * @param excluded the ids of teams that cannot be chosen, which say `excludedHint`
 */
export function TeamChoice({ chosen, onChoose, excluded, excludedHint }: TeamChoiceProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const name = useId();
  const [query, setQuery] = useState("");
  const found = useQuery({ ...foundTeamsOptions(app, query, shownTeams), placeholderData: keepPreviousData });
  if (found.isError) return <Alert tone="danger">{describeFailure(found.error, t)}</Alert>;
  if (found.isPending) return <Spinner label={t("Loading")} />;
  const teams = found.data.teams.map(({ team }) => team);
  if (teams.length === 0 && query === "") {
    return (
      <EmptyRows>
        <p>
          {t(
            "There is no team yet. Users create teams in your app, you do it in this dashboard, or your backend does:",
          )}
        </p>
        <CodeBlock title="server.ts" code={creation} />
      </EmptyRows>
    );
  }
  const isHidden = chosen !== undefined && !teams.some(({ id }) => id === chosen.id);
  return (
    <div className="flex flex-col gap-4">
      <SearchField label={t("Search teams by name or ID")} value={query} onSearch={(text) => setQuery(text.trim())} />
      <fieldset aria-busy={found.isPlaceholderData} className="flex min-w-0 flex-col gap-2">
        <legend className="sr-only">{t("Team")}</legend>
        {(isHidden ? [chosen, ...teams] : teams).map((team) => (
          <Radio
            key={team.id}
            name={name}
            label={<Name>{team.displayName}</Name>}
            hint={excluded?.has(team.id) ? excludedHint : undefined}
            disabled={excluded?.has(team.id)}
            checked={team.id === chosen?.id}
            onChange={() => onChoose(team)}
          />
        ))}
      </fieldset>
      <p
        role="status"
        className={teams.length > 0 && found.data.nextCursor === null ? "sr-only" : "text-sm text-ink-soft"}
      >
        {teams.length === 0
          ? t("No team has “{text}” in its name, or as its ID.", { text: query })
          : found.data.nextCursor === null
            ? t("{count, plural, one {# team} other {# teams}}", { count: teams.length })
            : t("There are more teams: search for the one you mean.")}
      </p>
    </div>
  );
}

interface ChooseDaysDialogProps {
  since?: string | undefined;
  until?: string | undefined;
  onChoose: (range: { since: string | undefined; until: string | undefined }) => void;
  onClose: () => void;
}

/** The first and the last day of a range, each of which may be left open. */
export function ChooseDaysDialog({ since = "", until = "", onChoose, onClose }: ChooseDaysDialogProps) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { since, until } });
  const field = fieldsOf(form);
  const { getValues } = form;
  return (
    <FormDialog
      form={form}
      title={t("Signed up")}
      description={t("Both days are included. Leave one empty for a range that is open on that side.")}
      submitLabel={t("Show users")}
      onClose={onClose}
      onSubmit={async ({ since, until }) => {
        onChoose({ since: since || undefined, until: until || undefined });
        onClose();
      }}
    >
      <TextField label={t("First day")} type="date" {...form.register("since")} />
      <TextField
        label={t("Last day")}
        type="date"
        {...field("until", {
          validate: (until) =>
            until === "" || until >= getValues("since") || t("Choose a day that is not before the first one."),
        })}
      />
    </FormDialog>
  );
}
