import "../account.css";

export { Root } from "./hosted-root";
