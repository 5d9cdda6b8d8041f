// One chunk: as chunks of their own, what they share would weigh on all other sections.
export * as drafts from "./drafts";
export * as templates from "./templates";
export * as themes from "./themes";
