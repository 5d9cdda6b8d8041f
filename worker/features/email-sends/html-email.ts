import { plainTextOf } from "../../platform/plain-text";
import { builtInFrame, type EmailLook, isBuiltInTheme, projectInEmail } from "../email-rendering";

/** An email as it is sent. */
export interface HtmlEmail {
  html: string;
  text: string;
}

/**
 * Makes emails from HTML in a built-in theme, which was rendered at build time: no source runs. Undefined for other themes.
 *
 * @returns an email with a link to unsubscribe, where one is given
 */
export async function htmlEmails(
  look: { displayName: string } & Partial<EmailLook>,
  themeSource: string,
  html: string,
): Promise<((unsubscribeLink: string | undefined) => HtmlEmail) | undefined> {
  if (!isBuiltInTheme(themeSource)) return undefined;
  const [text, project] = [plainTextOf(html), projectInEmail(look)];
  return (link) => {
    const [before, after] = builtInFrame(themeSource, project, link);
    return {
      // The markup comes last: a placeholder in it is not filled in.
      html: `${before}<div>${html}</div>${after}`,
      text: link === undefined ? text : `${text}\n\n--\nUnsubscribe: ${link}`,
    };
  };
}
