/** The name of the task that deletes what belonged to deleted projects: the deletion of one starts it. */
export const deletionTask = "delete-projects";
