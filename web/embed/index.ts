export { type DefineOptions, defineGatehouseElements } from "./define-elements";
export type { GatehouseEvent, GatehouseEventDetails } from "./events";
export type { GatehouseElement } from "./gatehouse-element";
