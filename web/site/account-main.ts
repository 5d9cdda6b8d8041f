import { hostedProjectId } from "./hosted/hosted-address";
import { mount } from "./mount";

const { Root } = await (hostedProjectId(window.location) === null
  ? import("./account-root")
  : import("./hosted/hosted-account-root"));

mount(Root);
