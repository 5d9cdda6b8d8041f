// The code of the list of projects, loaded when it is opened.
export { ProjectsPage } from "./projects-page";
