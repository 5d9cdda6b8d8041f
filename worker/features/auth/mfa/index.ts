export { requireSecondFactor } from "./second-factor";
