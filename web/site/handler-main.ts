import { HandlerPages } from "./handler-pages";
import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { mount } from "./mount";

// Hosted pages are those of a project, with an app of their own.
const root = hostedProjectId(window.location) === null ? HandlerPages : import("./hosted/hosted-root");
const [page] = await Promise.all([root, import("./handler.css"), loadPageLanguage()]);

mount("Root" in page ? page.Root : page);
