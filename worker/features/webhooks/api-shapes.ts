// Defines what requests and responses of Svix' API hold, of which this is a part. A field that is not served is refused, lest it be ignored.
import * as z from "zod";
import { type EventType, eventTypes } from "../../db/outbox/event-types";
import { type Json, ofFewEntries, shortText, text } from "../../protocol/fields";
import { secretPrefix } from "./signature";

/** The most rows of a page. */
const maxPageSize = 250;

const time = text(40)
  .pipe(z.iso.datetime({ offset: true }))
  .transform((written) => Date.parse(written));

const flag = z.enum(["true", "false"]).transform((written) => written === "true");

const page = {
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50).describe("The most elements of the page."),
  iterator: shortText.optional().describe("The `iterator` of the page before."),
};

/** The id of the last row of the page before, which begins with its time. */
const iteratorOf = (prefix: "ep" | "atmpt") =>
  shortText
    .regex(new RegExp(`^${prefix}_\\w+$`))
    .optional()
    .describe("The `iterator` of the page before.");

const times = {
  before: time.optional().describe("Only what is older than this, in ISO 8601."),
  after: time.optional().describe("Only what is not older than this, in ISO 8601."),
};

export const EndpointQuery = z.strictObject({
  ...page,
  iterator: iteratorOf("ep"),
  order: z.enum(["ascending", "descending"]).default("descending").describe("By the time of creation."),
});

/** Types of events, joined by commas. */
const typesInQuery = shortText
  .transform((written) => written.split(","))
  .pipe(z.array(z.enum(eventTypes)))
  .optional()
  .describe("Only events of these types, joined by commas.");

const withContent = flag.default(true).describe("With what was sent and what came back. Reading that is recorded.");

export const MessageQuery = z.strictObject({
  ...page,
  ...times,
  with_content: withContent,
  event_types: typesInQuery,
});

export const OneMessageQuery = z.strictObject({ with_content: withContent });

const expandedStatuses = flag.optional().describe("Has no effect here.");

const attemptQuery = {
  ...page,
  iterator: iteratorOf("atmpt"),
  ...times,
  status: z.enum(["0", "1", "2"]).transform(Number).optional().describe("0 succeeded, 1 is pending, 2 failed."),
  event_types: typesInQuery,
  with_content: withContent,
  expanded_statuses: expandedStatuses,
};

export type AttemptsQuery = z.output<z.ZodObject<typeof attemptQuery>>;

export const AttemptsOfEndpointQuery = z.strictObject({
  ...attemptQuery,
  with_msg: flag.default(false).describe("Each with its event, as `msg`."),
});

export const AttemptsOfMessageQuery = z.strictObject({
  ...attemptQuery,
  endpoint_id: shortText.optional().describe("Only attempts at this endpoint."),
});

export const OneAttemptQuery = z.strictObject({ expanded_statuses: expandedStatuses });

export const StatsQuery = z.strictObject({
  since: time.optional().describe("Counts what is not older than this, in ISO 8601."),
  until: time.optional().describe("Counts what is older than this, in ISO 8601."),
});

/** This is said of a field that Svix has and this does not. */
export const notServed = "This field of Svix is not served here";

const EventName = z.enum(eventTypes).meta({ id: "WebhookEventName", description: "A type of events." });

/** `null` and nothing at all mean the same to Svix. */
const unservedField = z.null(notServed).optional().describe("Not served here: leave it out.");

const unserved = { throttleRate: unservedField, uid: unservedField, channels: unservedField };

/** The wire of Svix has an empty list for all types, too. */
const chosenTypes = z
  .array(EventName)
  .max(eventTypes.length)
  .nullable()
  .transform((types): EventType[] | null => (types && types.length > 0 ? [...new Set(types)] : null));

const fields = {
  url: text(2_000).describe("Where events are sent: an address of a server on the internet."),
  description: shortText.describe("A text for people."),
  disabled: z.boolean().describe("Whether nothing is sent to it."),
  eventTypes: chosenTypes.describe("The types of events that are sent to it; `null` for all."),
  metadata: ofFewEntries(50, z.record(text(128), text(1_000)), "Use at most 50 entries").describe(
    "Up to 50 texts of your own, by name.",
  ),
};

/** 24 to 64 bytes, as Standard Webhooks has it. */
export const webhookSecret = text(100)
  .regex(
    new RegExp(
      `^${secretPrefix}(?=[A-Za-z0-9+/]{32,88}={0,2}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`,
    ),
    `A secret is ${secretPrefix} and 24 to 64 bytes as base-64`,
  )
  .describe("A secret of your own. A new one is made without it.");

export const EndpointIn = z.strictObject({
  ...unserved,
  url: fields.url,
  description: fields.description.default(""),
  disabled: fields.disabled.default(false),
  eventTypes: fields.eventTypes.default(null),
  metadata: fields.metadata.prefault({}),
  secret: webhookSecret.nullable().optional(),
  headers: unservedField,
});

/** Replaces all but the secret. */
export const EndpointReplacement = EndpointIn.omit({ secret: true, headers: true });

export const EndpointPatch = z.strictObject({
  ...unserved,
  url: fields.url.optional(),
  description: fields.description.optional(),
  disabled: fields.disabled.optional(),
  eventTypes: fields.eventTypes.optional(),
  metadata: fields.metadata.optional(),
});

export const RotateIn = z.strictObject({
  key: webhookSecret.nullable().optional(),
  gracePeriodSeconds: unservedField,
});

export const RecoverIn = z
  .strictObject({
    since: time.describe("Events that are not older than this, in ISO 8601."),
    until: time.nullable().optional().describe("Events that are older than this, in ISO 8601; now without it."),
  })
  .meta({ id: "WebhookSpan" });

export const SendExampleIn = z.strictObject({ eventType: EventName });

export const Nothing = z.strictObject({});

const none = z.literal(null).describe("Always `null`: not served here.");
const createdAt = z.string().describe("When it was created, in ISO 8601.");
const updatedAt = z.string().describe("When it was last changed, in ISO 8601.");
const eventType = z.string().describe("The type of the event.");
const timestamp = z.string().describe("When it happened, in ISO 8601.");

export const Endpoint = z
  .object({
    id: z.string().describe("The id of the endpoint."),
    uid: none,
    url: z.string().describe("Where events are sent."),
    description: z.string().describe("A text for people."),
    disabled: z.boolean().describe("Whether nothing is sent to it."),
    eventTypes: z.array(z.string()).nullable().describe("The types of events that are sent to it; `null` for all."),
    channels: none,
    throttleRate: none,
    metadata: z.record(z.string(), z.string()).describe("Texts of your own, by name."),
    createdAt,
    updatedAt,
  })
  .meta({ id: "WebhookEndpoint" });

export const Message = z
  .object({
    id: z.string().describe("The id of the event, which receivers get as `webhook-id`."),
    eventId: none,
    eventType,
    payload: z
      .object({
        type: eventType.optional(),
        data: z.custom<Json>().optional().describe("The object that it is about, as the API has it."),
      })
      .describe("What receivers get; empty without its content."),
    channels: none,
    tags: none,
    timestamp,
  })
  .meta({ id: "WebhookMessage" });

export const Attempt = z
  .object({
    id: z.string().describe("The id of the attempt."),
    msgId: z.string().describe("The id of the event."),
    endpointId: z.string().describe("The id of the endpoint."),
    url: z.string().describe("Where it was sent."),
    status: z.number().int().describe("0 succeeded, 1 is pending, 2 failed."),
    statusText: z.enum(["success", "pending", "fail"]).describe("The same as a word."),
    response: z.string().describe("The beginning of the response, or why there was none."),
    responseStatusCode: z.number().int().describe("The status of the response; 0 where there was none."),
    responseDurationMs: z.number().int().describe("How long the response took, in milliseconds."),
    triggerType: z.number().int().describe("1 where it was asked for, else 0."),
    timestamp,
    msg: Message.optional().describe("The event, where `with_msg` asks for it."),
  })
  .meta({ id: "WebhookAttempt" });

const count = (of: string) => z.number().int().describe(`How many ${of}.`);

export const Stats = z.object({
  success: count("were accepted"),
  pending: count("are still sent"),
  sending: count("are under way: always 0"),
  fail: count("have failed"),
  canceled: count("were canceled: always 0"),
});

export const Task = z
  .object({
    id: z.string().describe("The id of the task."),
    status: z.literal("finished").describe("Always `finished`: what was found is queued."),
    task: z.enum(["endpoint.recover", "endpoint.replay"]).describe("What was asked for."),
    updatedAt,
    nextSince: z
      .string()
      .nullable()
      .describe("Send it as `since` to go on where this request has ended. `null` where nothing is left."),
  })
  .meta({ id: "WebhookTask" });

export const EventTypeOut = z
  .object({
    name: eventType,
    description: z.string().describe("What has happened."),
    archived: z.boolean().describe("Always `false`."),
    deprecated: z.boolean().describe("Always `false`."),
    schemas: z.record(z.string(), z.custom<Json>()).describe("By its version, a JSON Schema of an example alone."),
    createdAt,
    updatedAt,
  })
  .meta({ id: "WebhookEventType" });

/** One page of a list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe("The elements of the page."),
    iterator: z.string().nullable().describe("Send it as `iterator` to get the next page."),
    prevIterator: none,
    done: z.boolean().describe("Whether this is the last page."),
  });
}
