export { oneTimeTransaction, subscriptionTransaction } from "./transaction";
