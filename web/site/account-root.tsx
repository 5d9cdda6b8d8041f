import "./account.css";

export { HandlerPages as Root } from "./handler-pages";
