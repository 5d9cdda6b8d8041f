import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ServerTeam } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { CodeBlock } from "../../ui/data/code-block";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Radio } from "../../ui/forms/radio";
import { SearchField } from "../../ui/forms/search-field";
import { Name } from "../../ui/text/name";
import { EmptyRows } from "../lists/row-list";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { foundTeamsOptions } from "./queries";

/** Limits how many teams a search shows. */
const shownTeams = 8;

const creation = 'await serverApp.createTeam({ displayName: "Engineering" });';

/**
 * A team to choose of those that a search finds, among however many the project has; teaches how to create one where there is
 * none. A team that was chosen stays chosen while others are searched.
 *
 * @param excluded the ids of teams that cannot be chosen, which say `excludedHint`
 */
export function TeamChoice({
  chosen,
  onChoose,
  excluded,
  excludedHint,
}: {
  chosen: ServerTeam | undefined;
  onChoose: (team: ServerTeam) => void;
  excluded?: ReadonlySet<string>;
  excludedHint?: string;
}) {
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
