import { flushSync } from "react-dom";
import { suggestEmail } from "../react/forms/suggested-credentials";
import { app } from "./app";
import { loadForm } from "./document-form";
import { HandlerPages } from "./handler-pages";
import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { hydrate, mount, pageContainer } from "./mount";

// Hosted pages are those of a project, with an app of their own.
const part =
  hostedProjectId(window.location) === null
    ? { Root: HandlerPages, loadApp: async () => app }
    : import("./hosted/hosted-root");
const [{ Root, loadApp }, isInLanguage] = await Promise.all([part, loadPageLanguage()]);

if (isInLanguage && (await loadForm(loadApp()))) hydrate(Root);
else {
  const typed = pageContainer().querySelector("input")?.value;
  if (typed) suggestEmail(typed);
  // In the same task as what follows, or the form of the document would be seen for a moment.
  flushSync(() => mount(Root));
}
delete document.documentElement.dataset.signedIn;
