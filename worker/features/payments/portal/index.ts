export { namedCustomer, requireOwnCustomer, selectRights } from "./customer";
export { type OpenSubscription, providerCustomer, requireOpen, selectAtProvider } from "./open-subscription";
export { isInForce, isOverdue, switchOptions } from "./purchase";
export { setRenewal } from "./routes";
export { switchTo } from "./switch";
