// Defines what requests of Svix' API hold, of which this is a part. A field that is not served is refused, lest it be ignored.
import * as z from "zod";
import { type EventType, eventTypes } from "../../db/outbox/event-types";
import { shortText, text } from "../../protocol/fields";
import { secretPrefix } from "./signature";

/** The most rows of a page. */
const maxPageSize = 250;

const time = text(40)
  .pipe(z.iso.datetime({ offset: true }))
  .transform((written) => Date.parse(written));

const flag = z.enum(["true", "false"]).transform((written) => written === "true");

const page = {
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  iterator: shortText.optional(),
};

/** The id of the last row of the page before, which begins with its time. */
const iteratorOf = (prefix: "ep" | "atmpt") => shortText.regex(new RegExp(`^${prefix}_\\w+$`)).optional();

const times = { before: time.optional(), after: time.optional() };

export const EndpointQuery = z.strictObject({
  ...page,
  iterator: iteratorOf("ep"),
  order: z.enum(["ascending", "descending"]).default("descending"),
});

/** Types of events, joined by commas. */
const typesInQuery = shortText
  .transform((written) => written.split(","))
  .pipe(z.array(z.enum(eventTypes)))
  .optional();

export const MessageQuery = z.strictObject({
  ...page,
  ...times,
  with_content: flag.default(true),
  event_types: typesInQuery,
});

export const OneMessageQuery = z.strictObject({ with_content: flag.default(true) });

const attemptQuery = {
  ...page,
  iterator: iteratorOf("atmpt"),
  ...times,
  status: z.enum(["0", "1", "2"]).transform(Number).optional(),
  event_types: typesInQuery,
  with_content: flag.default(true),
  expanded_statuses: flag.optional(),
};

export type AttemptsQuery = z.output<z.ZodObject<typeof attemptQuery>>;

export const AttemptsOfEndpointQuery = z.strictObject({ ...attemptQuery, with_msg: flag.default(false) });

export const AttemptsOfMessageQuery = z.strictObject({ ...attemptQuery, endpoint_id: shortText.optional() });

export const OneAttemptQuery = z.strictObject({ expanded_statuses: flag.optional() });

export const StatsQuery = z.strictObject({ since: time.optional(), until: time.optional() });

/** This is said of a field that Svix has and this does not. */
export const notServed = "This field of Svix is not served here";

/** `null` and nothing at all mean the same to Svix. */
const unservedField = z.null(notServed).optional();

const unserved = { throttleRate: unservedField, uid: unservedField, channels: unservedField };

/** The wire of Svix has an empty list for all types, too. */
const chosenTypes = z
  .array(z.enum(eventTypes))
  .max(eventTypes.length)
  .nullable()
  .transform((types): EventType[] | null => (types && types.length > 0 ? [...new Set(types)] : null));

const fields = {
  url: text(2_000),
  description: shortText,
  disabled: z.boolean(),
  eventTypes: chosenTypes,
  metadata: z
    .record(text(128), text(1_000))
    .refine((metadata) => Object.keys(metadata).length <= 50, "Use at most 50 entries"),
};

/** 24 to 64 bytes, as Standard Webhooks has it. */
export const webhookSecret = text(100).regex(
  new RegExp(
    `^${secretPrefix}(?=[A-Za-z0-9+/]{32,88}={0,2}$)(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`,
  ),
  `A secret is ${secretPrefix} and 24 to 64 bytes as base-64`,
);

export const EndpointIn = z.strictObject({
  ...unserved,
  url: fields.url,
  description: fields.description.default(""),
  disabled: fields.disabled.default(false),
  eventTypes: fields.eventTypes.default(null),
  metadata: fields.metadata.default({}),
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

export const RecoverIn = z.strictObject({ since: time, until: time.nullable().optional() });

export const SendExampleIn = z.strictObject({ eventType: z.enum(eventTypes) });

export const Nothing = z.strictObject({});
