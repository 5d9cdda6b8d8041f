export { jsonBoolean, recordEvents, recordEventsOf } from "./events";
