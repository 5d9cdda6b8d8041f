// The code of the section, loaded when one of its pages is opened.
export * as reads from "./reads";
export { WebhookPage } from "./webhook-page";
export { WebhooksPage } from "./webhooks-page";
