import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { mount } from "./mount";

const [{ Root }] = await Promise.all([
  hostedProjectId(window.location) === null ? import("./account-root") : import("./hosted/hosted-account-root"),
  loadPageLanguage(),
]);

mount(Root);
