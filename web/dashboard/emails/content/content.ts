/** What is edited: a source, and the theme of the email, where it has a choice. */
export interface Content {
  readonly source: string;
  /** Undefined for the active theme, false for none. */
  readonly themeId: string | false | undefined;
}

export type ContentKind = "template" | "theme" | "draft";
