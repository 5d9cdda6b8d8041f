export { beginSecondFactor, requireSecondFactor } from "./second-factor";
