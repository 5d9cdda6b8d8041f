// One chunk: as chunks of their own, what they share would weigh on all other sections.
export * as draft from "./draft-page";
export * as drafts from "./drafts-page";
export * as template from "./template-page";
export * as templates from "./templates-page";
export * as theme from "./theme-page";
export * as themes from "./themes-page";
