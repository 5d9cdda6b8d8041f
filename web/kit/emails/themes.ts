import type { Caller } from "../requests/caller";

/** The frame of a project's mails, as listed. */
export interface EmailTheme {
  readonly id: string;
  readonly displayName: string;
}

/** A theme with its source, a TSX module. */
export interface EmailThemeSource {
  readonly displayName: string;
  readonly tsxSource: string;
}

/** @internal */
export async function listEmailThemes(caller: Caller<"admin">): Promise<EmailTheme[]> {
  const { themes } = await caller.read("GET /internal/email-themes");
  return themes.map(({ id, display_name }) => ({ id, displayName: display_name }));
}

/** @internal */
export async function createEmailTheme(caller: Caller<"admin">, displayName: string): Promise<{ id: string }> {
  const { id } = await caller.write("POST /internal/email-themes", { body: { display_name: displayName } });
  return { id };
}

/** @internal */
export async function readEmailTheme(caller: Caller<"admin">, id: string): Promise<EmailThemeSource> {
  const theme = await caller.read("GET /internal/email-themes/{theme_id}", { params: { theme_id: id } });
  return { displayName: theme.display_name, tsxSource: theme.tsx_source };
}

/** @internal */
export async function updateEmailTheme(caller: Caller<"admin">, id: string, tsxSource: string): Promise<void> {
  const parts = { params: { theme_id: id }, body: { tsx_source: tsxSource } };
  await caller.write("PATCH /internal/email-themes/{theme_id}", parts);
}
