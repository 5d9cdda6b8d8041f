export { findClient, requireClient } from "./basic";
