import type { Page } from "playwright-core";
import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openSignedIn, sharedBrowser } from "./browser";

const browser = await sharedBrowser();

export const magicLink = "822687fe-8d0a-4467-a0d1-416b6e639478";

const ownServer = {
  "emails.server.isShared": false,
  "emails.server.host": "mail.bakery.example",
  "emails.server.port": 587,
  "emails.server.username": "mailer",
  "emails.server.password": "correct horse",
  "emails.server.senderName": "Bakery",
  "emails.server.senderEmail": "hello@bakery.example",
};

/** Browsers print refused requests, such as of an email that cannot be rendered. */
export const refusals = /Failed to load resource/;

/** A page of a new project, by default one with a mail server of its own. */
export async function open(
  gatehouse: Gatehouse,
  path: string,
  { isShared = false, tolerated }: { isShared?: boolean; tolerated?: RegExp } = {},
) {
  const owner = await newOwner(gatehouse);
  const teamId = owner.selectedTeam?.id ?? "";
  const project = await owner.createProject({ displayName: "Bakery", teamId });
  if (!isShared) await project.updateConfig(ownServer as never);
  const page = await openSignedIn(browser, gatehouse, owner, tolerated);
  await page.goto(`/projects/${project.id}/${path}`);
  return { page, project, app: project.app };
}

export const editor = (page: Page) => page.getByRole("textbox", { name: "Source", exact: true });

export const email = (page: Page) => page.frameLocator("iframe");

/** Waits for the editor itself, which stands in the place of a plain field once it is loaded. */
export const editorLoaded = (page: Page) => page.locator(".cm-content").waitFor();

/** Puts a text in the place of the whole source. */
export async function write(page: Page, source: string) {
  await editorLoaded(page);
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(source);
}

export const template = (body: string) => `import { NotificationCategory, Subject } from "@stackframe/emails";
export const variablesSchema = (variables) => variables;
export function EmailTemplate({ variables }) {
  return (
    <>
      <Subject value={"For " + variables.name} />
      <NotificationCategory value="Marketing" />
      <p>${body}</p>
    </>
  );
}
EmailTemplate.PreviewVariables = { name: "Grace", count: 5 };
`;
