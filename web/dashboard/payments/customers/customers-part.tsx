import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Form } from "../../../react/forms/form";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Skeleton, Spinner } from "../../../ui/feedback/spinner";
import { SearchField } from "../../../ui/forms/search-field";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { fieldsOf, required } from "../../dialogs/fields";
import { SegmentedControl } from "../../forms/segmented-control";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { PersonAvatar, TeamAvatar } from "../../shell/avatars";
import { useTranslation } from "../../translation/use-translation";
import { type CustomerType, customerTypeOptions } from "../customer-types";
import { foundUserOptions, projectTeamOptions } from "../queries";
import { CustomerView } from "./customer-view";

/** Looks a customer up, and shows the one whom the address names. */
export function CustomersPart() {
  const t = useTranslation();
  const { customerType = "user", customer, query = "" } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  if (customer !== undefined) {
    // A view of its own for each customer: what was opened for one does not stay open for another.
    return <CustomerView key={`${customerType} ${customer}`} customerKey={{ type: customerType, id: customer }} />;
  }
  const onSearch = (text: string) =>
    void navigate({ search: { part: "customers", customerType, query: text || undefined }, replace: true });
  return (
    <Card title={t("Find a customer")} description={t("See what a customer has bought and has left, and change it.")}>
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("Type of customer")}
          options={customerTypeOptions(t)}
          value={customerType}
          onValueChange={(type) =>
            void navigate({
              search: { part: "customers", customerType: type === "user" ? undefined : type },
              replace: true,
            })
          }
        />
        {customerType === "user" && <FoundUsers query={query} onSearch={onSearch} />}
        {customerType === "team" && <FoundTeams query={query} onSearch={onSearch} />}
        {customerType === "custom" && (
          <CustomCustomer
            onOpen={(id) => void navigate({ search: { part: "customers", customerType: "custom", customer: id } })}
          />
        )}
      </div>
    </Card>
  );
}

const snippet = `const credits = await serverApp.getItem({
  customCustomerId: "workspace-7",
  itemId: "credits",
});`;

/** Opens a customer of whom the project's backend alone has a record. */
function CustomCustomer({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { id: "" } });
  const field = fieldsOf(form);
  return (
    <div className="flex flex-col gap-5">
      <Form failure={undefined} autoComplete="off" onSubmit={form.handleSubmit(({ id }) => onOpen(id.trim()))}>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
          <div className="min-w-0 flex-1">
            <TextField
              label={t("Customer ID")}
              hint={t("By which your backend knows the customer, such as workspace-7.")}
              spellCheck={false}
              autoCapitalize="none"
              {...field("id", required(t("Enter the ID of the customer.")))}
            />
          </div>
          <Button type="submit" variant="secondary" className="sm:mt-6.5">
            {t("Show customer")}
          </Button>
        </div>
      </Form>
      <div className="flex flex-col gap-2 text-sm text-ink-soft">
        <p>{t("Custom customers are what your backend sells to beside users and teams. It names them itself:")}</p>
        <CodeBlock title="TypeScript" code={snippet} />
      </div>
    </div>
  );
}

/** So many that the one who is looked for is likely among them, and the list needs no pages. */
const maxFound = 10;

type FoundProps = { query: string; onSearch: (query: string) => void };

/** The users whose names, addresses or ids match; the newest without a search. */
export function FoundUsers({ query, onSearch }: FoundProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const found = useQuery({ ...foundUserOptions(app, query, maxFound), placeholderData: keepPreviousData });
  return (
    <>
      <SearchField label={t("Search users")} value={query} onSearch={onSearch} />
      <Found
        found={found}
        rows={found.data?.map((user) => ({
          id: user.id,
          name: user.displayName ?? user.primaryEmail,
          detail: user.displayName ? user.primaryEmail : null,
          imageUrl: user.profileImageUrl,
        }))}
        type="user"
        label={t("Users")}
        hasMore={(found.data?.nextCursor ?? null) !== null}
      >
        {query ? t("No user matches. Search for a name, an address or an ID.") : <NoneYet code={userSnippet} />}
      </Found>
    </>
  );
}

/** The teams whose names or ids match. */
export function FoundTeams({ query, onSearch }: FoundProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const teams = useQuery(projectTeamOptions(app));
  const wanted = query.trim().toLowerCase();
  const matching = teams.data?.filter(
    ({ id, displayName }) => displayName.toLowerCase().includes(wanted) || id === wanted,
  );
  return (
    <>
      <SearchField label={t("Search teams")} value={query} onSearch={onSearch} />
      <Found
        found={teams}
        rows={matching?.slice(0, maxFound).map((team) => ({
          id: team.id,
          name: team.displayName,
          detail: null,
          imageUrl: team.profileImageUrl,
        }))}
        type="team"
        label={t("Teams")}
        hasMore={(matching?.length ?? 0) > maxFound}
      >
        {query ? t("No team matches. Search for a name or an ID.") : <NoneYet code={teamSnippet} />}
      </Found>
    </>
  );
}

const userSnippet = `const user = await serverApp.createUser({ primaryEmail: "ada@example.com" });
const url = await user.createCheckoutUrl({ offerId: "pro" });`;

const teamSnippet = `const team = await serverApp.createTeam({ displayName: "Acme" });
const url = await team.createCheckoutUrl({ offerId: "pro" });`;

function NoneYet({ code }: { code: string }) {
  const t = useTranslation();
  return (
    <span className="flex flex-col gap-3">
      <span>{t("There are no customers yet. Your backend creates customers, and the link on which they buy:")}</span>
      <CodeBlock title="TypeScript" code={code} />
    </span>
  );
}

interface FoundRow {
  id: string;
  name: string | null;
  detail: string | null;
  imageUrl: string | null;
}

function Found({
  found,
  rows,
  type,
  label,
  hasMore,
  children,
}: {
  found: { isError: boolean; error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  rows: FoundRow[] | undefined;
  type: CustomerType;
  label: string;
  hasMore: boolean;
  /** In place of an empty list. */
  children: ReactNode;
}) {
  const t = useTranslation();
  if (found.isError) return <FailedRead error={found.error} onRetry={found.refetch} />;
  if (!rows) {
    return (
      <div aria-busy="true">
        <Spinner label={t("Loading")} className="sr-only" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (rows.length === 0) return <div className="text-sm text-ink-soft">{children}</div>;
  return (
    <>
      <ul aria-label={label} aria-busy={found.isPlaceholderData} className="-my-2 flex flex-col divide-y divide-line">
        {rows.map(({ id, name, detail, imageUrl }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            {type === "team" ? (
              <TeamAvatar name={name} imageUrl={imageUrl} />
            ) : (
              <PersonAvatar name={name} imageUrl={imageUrl} />
            )}
            <span className="flex min-w-0 flex-1 flex-col text-sm">
              <Link
                from="/projects/$projectId/payments"
                to="."
                search={{ part: "customers", customerType: type === "user" ? undefined : type, customer: id }}
                className={`${linkClasses} wrap-anywhere`}
              >
                <Name>{name ?? t("User without a name")}</Name>
              </Link>
              {detail && <span className="text-2xs wrap-anywhere text-ink-soft">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <p className="text-sm text-ink-soft">{t("There are more. Search to find others.")}</p>}
    </>
  );
}
