import { Suspense, useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import type { WebhookEventType } from "../../kit/index";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { CodeBlock } from "../../ui/data/code-block";
import { Skeleton } from "../../ui/feedback/spinner";
import { Checkbox } from "../../ui/forms/checkbox";
import { SearchField } from "../../ui/forms/search-field";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { fieldsOf } from "../dialogs/fields";
import { SaveBar } from "../forms/save-bar";
import { useRead } from "../projects/use-owned-projects";
import { msg, type PlainMessage } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { useSvixCall } from "./endpoint-parts";
import { eventTypesOptions } from "./queries";
import {
  AdministeredBySvix,
  type Endpoint,
  type EndpointSettings,
  type EventTypeInfo,
  RefusedEndpoint,
} from "./webhooks-api";

/** Asks where events are sent, and which. */
export function EndpointForm({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const call = useSvixCall();
  const { url, description, eventTypes } = endpoint;
  const form = useForm<EndpointValues>({ values: { url, description, eventTypes } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: (values) =>
      call(
        { message: t("The endpoint has been saved."), title: t("Change an endpoint") },
        "endpoint.patch",
        endpoint.id,
        settingsOf(values),
      ),
    explain: refusedEndpointField,
  });
  return (
    <Card title={t("Settings of the endpoint")}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        <EndpointFields form={form} />
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset()} />
      </Form>
    </Card>
  );
}

/** What an endpoint is asked for, to add it or to change it. */
export function EndpointFields({ form }: { form: UseFormReturn<EndpointValues> }) {
  const t = useTranslation();
  const field = fieldsOf(form);
  const { control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextField
        label={t("Address")}
        type="url"
        inputMode="url"
        placeholder="https://example.com/webhooks"
        hint={t("Each event is sent there by POST, as JSON with a signature.")}
        {...field("url", { validate: (url) => checkAddress(url, t) })}
      />
      <TextField label={t("Description (optional)")} maxLength={300} {...field("description")} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Controller
          name="eventTypes"
          control={control}
          rules={{ validate: (types) => checkTypes(types, t) }}
          render={({ field }) => (
            <EventPicker types={field.value} onChange={field.onChange} error={errors.eventTypes?.message} />
          )}
        />
      </Suspense>
    </>
  );
}

interface EventPickerProps {
  types: readonly WebhookEventType[] | null;
  onChange: (types: readonly WebhookEventType[] | null) => void;
  error?: string | undefined;
}

/** Chooses which types of events an endpoint is sent: all, or some of the list. `types` is null for all. */
export function EventPicker({ types, onChange, error }: EventPickerProps) {
  const t = useTranslation();
  const known = useRead(eventTypesOptions);
  const [search, setSearch] = useState("");
  const [example, setExample] = useState<WebhookEventType>("user.created");
  const found = known.filter(({ name }) =>
    `${name} ${eventTypeText(name, t)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // The example is of what was chosen last, until another is asked for.
  const choose = (name: WebhookEventType, chosen: readonly WebhookEventType[]) => {
    onChange(chosen);
    setExample(name);
  };
  const toggle = (name: WebhookEventType, isChosen: boolean) =>
    choose(name, isChosen ? [...(types ?? []), name] : (types ?? []).filter((each) => each !== name));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 text-sm font-medium text-ink">{t("Events")}</legend>
      <Checkbox
        label={t("All events")}
        hint={t("Also those of types that are added later.")}
        checked={types === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {types !== null && (
        <>
          <SearchField label={t("Search events")} value={search} onSearch={setSearch} />
          <div className="flex flex-col gap-4">
            {[...typesBySubject(found)].map(([subject, members]) => (
              <fieldset key={subject} className="min-w-0">
                <legend className="pb-1 text-2xs font-medium text-ink-soft">{groupText(subject, t)}</legend>
                <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
                  {members.map(({ name }) => (
                    <Checkbox
                      key={name}
                      label={<code className="font-mono text-xs wrap-anywhere">{name}</code>}
                      hint={eventTypeText(name, t)}
                      checked={types.includes(name)}
                      onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
            {found.length === 0 && <p className="text-sm text-ink-soft">{t("No event matches.")}</p>}
          </div>
          {error && (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </>
      )}
      <Select
        label={t("Example of")}
        options={known.map(({ name }) => ({ value: name, label: name }))}
        value={example}
        onValueChange={setExample}
      />
      <CodeBlock title="JSON" code={exampleOf(known, example)} />
    </fieldset>
  );
}

/** Describes what the form of an endpoint holds. */
export interface EndpointValues {
  url: string;
  description: string;
  eventTypes: readonly WebhookEventType[] | null;
}

/** Returns why an address cannot be one of an endpoint; undefined when it can. The server has the last word. */
export function checkAddress(text: string, t: Translate): string | undefined {
  if (text.trim() === "") return t("Enter the address that events are sent to.");
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return t("Enter an address that begins with https://.");
  return undefined;
}

export function checkTypes(types: EndpointValues["eventTypes"], t: Translate): string | undefined {
  return types?.length === 0 ? t("Choose at least one event, or all.") : undefined;
}

export function settingsOf({ url, description, eventTypes }: EndpointValues): EndpointSettings {
  return { url: url.trim(), description: description.trim(), eventTypes };
}

/** Returns at which field the server's refusal of an endpoint is shown. */
export function refusedEndpointField(error: unknown) {
  if (!(error instanceof RefusedEndpoint)) return undefined;
  const field = (["url", "description", "eventTypes"] as const).find((name) => name === error.field);
  return field && { field, message: error.text };
}

/** Tells whether the webhooks of this instance are not administered here. */
export function isOfSvix(error: unknown): boolean {
  return error instanceof AdministeredBySvix;
}

const texts: Record<WebhookEventType, PlainMessage> = {
  "user.created": msg("A user was created"),
  "user.updated": msg("A user was changed"),
  "user.deleted": msg("A user was deleted"),
  "team.created": msg("A team was created"),
  "team.updated": msg("A team was changed"),
  "team.deleted": msg("A team was deleted"),
  "team_membership.created": msg("A user became a member of a team"),
  "team_membership.deleted": msg("A user is no longer a member of a team"),
  "team_permission.created": msg("A permission in a team was granted"),
  "team_permission.deleted": msg("A permission in a team was revoked"),
  "project_permission.created": msg("A permission in the project was granted"),
  "project_permission.deleted": msg("A permission in the project was revoked"),
  "item.low_balance": msg("A customer has less of an item than its threshold"),
};

const groups: Record<string, PlainMessage> = {
  user: msg("Users"),
  team: msg("Teams"),
  team_membership: msg("Members of teams"),
  team_permission: msg("Permissions in teams"),
  project_permission: msg("Permissions in the project"),
  item: msg("Items"),
};

/** The heading of what a type is about; the name of that where it has none. */
export function groupText(subject: string, t: Translate): string {
  const text = Object.hasOwn(groups, subject) ? groups[subject] : undefined;
  return text ? t(text) : subject;
}

/** Types by what they are about, in their order. */
export function typesBySubject(types: readonly EventTypeInfo[]): Map<string, EventTypeInfo[]> {
  return Map.groupBy(types, ({ name }) => name.slice(0, name.indexOf(".")));
}

/** Returns what an event of a type reports. */
export function eventTypeText(type: WebhookEventType, t: Translate): string {
  return t(texts[type]);
}

/** An event of a type as it is sent, as JSON for people. */
export function exampleOf(known: readonly EventTypeInfo[], type: WebhookEventType): string {
  const [example] = known.find(({ name }) => name === type)?.schemas?.["1"]?.examples ?? [];
  return JSON.stringify(example ?? { type }, null, 2);
}
