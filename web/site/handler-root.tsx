import "./handler.css";

export { HandlerPages as Root } from "./handler-pages";
