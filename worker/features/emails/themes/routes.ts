import { builtInThemes, defaultThemeId } from "../../../config/built-in-emails/themes";
import type { Project } from "../../../db/projects/project";
import { newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { renderEmails } from "../../email-rendering";
import { changeProject } from "../../projects";
import { themeNotFound } from "../contract";
import { changeSources, previewOf, renderPreview } from "../sources";
import * as contract from "./contract";

/** Holds what a theme is tried with. */
const sampleBody = "<h1>Hello</h1><p>This is how an email looks in this theme.</p>";

const bodyIsMissing =
  "theme: The theme does not show its {children}, so every email would be empty. Put {children} where the email's content belongs.";

export function themeRoutes(router: AppRouter): void {
  router.route(contract.listThemes, ({ caller: { project } }) => ({
    themes: Object.entries(project.config.emails.themes).map(([id, { displayName }]) => ({
      id,
      display_name: displayName,
    })),
  }));

  router.route(contract.createTheme, async (context) => {
    const { body, fail } = context;
    const id = newId();
    const theme = { displayName: body.display_name, tsxSource: builtInThemes[defaultThemeId]?.tsxSource };
    const event = { type: "email_theme.created", target: { type: "email_theme", id } } as const;
    await changeSources(context, event, ({ config }) => {
      if (Object.keys(config.emails.themes).length >= contract.maxThemes) fail(contract.tooManyThemes);
      return { [`emails.themes.${id}`]: theme };
    });
    return { id };
  });

  router.route(contract.readTheme, (context) => {
    const { displayName, tsxSource } = requireTheme(context, context.caller.project, context.params.theme_id);
    return { display_name: displayName, tsx_source: tsxSource };
  });

  router.route(contract.updateTheme, async (context) => {
    const { caller, params, body } = context;
    const { theme_id: id } = params;
    const { displayName } = requireTheme(context, caller.project, id);
    await requireBody(context, caller.project, body.tsx_source);
    const event = { type: "email_theme.updated", target: { type: "email_theme", id } } as const;
    await changeSources(context, event, (current) => {
      // It may have been changed or deleted in the meantime.
      const theme = requireTheme(context, current, id);
      return { [`emails.themes.${id}`]: { ...theme, tsxSource: body.tsx_source } };
    });
    return { display_name: displayName };
  });

  router.route(contract.deleteTheme, async (context) => {
    const { caller, params } = context;
    await changeProject(context, caller.project, {}, (current) => {
      requireTheme(context, current, params.theme_id);
      return { [`emails.themes.${params.theme_id}`]: null };
    });
    return { success: true as const };
  });
}

function requireTheme({ fail }: Failing<typeof themeNotFound>, { config: { emails } }: Project, id: string) {
  return emails.themes[id] ?? fail(themeNotFound);
}

/** Fails the request for a theme that does not render, or that leaves out the email that it is the frame of. */
async function requireBody(
  context: Tools & Failing<"EMAIL_RENDERING_ERROR">,
  project: Project,
  themeSource: string,
): Promise<void> {
  const email = { source: { html: sampleBody }, themeSource };
  if ((await renderPreview(context, project, email)).html.includes(sampleBody)) return;
  // Its preview may show content of its own, in the place of the email's.
  const sent = await renderEmails(context, { ...previewOf(project, email), preview: false }, [
    { unsubscribeLink: "https://example.com/unsubscribe" },
  ]);
  if (sent.ok && !sent.emails[0]?.html.includes(sampleBody)) {
    context.fail("EMAIL_RENDERING_ERROR", { error: bodyIsMissing });
  }
}
