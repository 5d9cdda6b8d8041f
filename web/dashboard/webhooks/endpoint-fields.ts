import type { WebhookEventType } from "../../kit";
import type { Translate } from "../translation/use-translation";
import { AdministeredBySvix, type EndpointSettings, RefusedEndpoint } from "./webhooks-api";

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
