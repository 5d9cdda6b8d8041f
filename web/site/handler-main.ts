import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { mount } from "./mount";

// Hosted pages are those of a project, with an app of their own, and load nothing of the dashboard's.
const root =
  hostedProjectId(window.location) === null ? import("./handler-root") : import("./hosted/hosted-handler-root");
const [{ Root }] = await Promise.all([root, loadPageLanguage()]);

mount(Root);
