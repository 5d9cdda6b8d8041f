export { queueAnnounced } from "./queue";
