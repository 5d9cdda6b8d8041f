import { mount } from "./mount";
import { Root } from "./router-root";

mount(Root);
