import "./account.css";
import { hostedProjectId } from "./hosted/hosted-address";
import { loadPageLanguage } from "./language";
import { mount } from "./mount";

const root =
  hostedProjectId(window.location) === null
    ? import("./handler-pages").then(({ HandlerPages }) => HandlerPages)
    : import("./hosted/hosted-root").then(({ Root }) => Root);
const [Root] = await Promise.all([root, loadPageLanguage()]);

mount(Root);
