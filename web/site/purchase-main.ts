import { loadPageLanguage } from "./language";
import { mount } from "./mount";

const [{ Root }] = await Promise.all([import("./purchase/purchase-root"), loadPageLanguage()]);

mount(Root);
