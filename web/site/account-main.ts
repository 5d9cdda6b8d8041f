import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { mount } from "./mount";

const root =
  hostedProjectId(window.location) === null ? import("./account-root") : import("./hosted/hosted-account-root");
const [{ Root }] = await Promise.all([root, loadPageLanguage()]);

mount(Root);
