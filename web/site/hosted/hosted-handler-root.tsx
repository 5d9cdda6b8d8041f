import "../handler.css";

export { Root } from "./hosted-root";
