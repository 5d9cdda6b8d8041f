import { afterAll, beforeAll } from "vitest";
import { type Gatehouse, type GatehouseOptions, startGatehouse } from "./start-gatehouse";

/**
 * A Gatehouse of a test file's own with one project in it, started before its tests and stopped after them.
 *
 * @param createProject makes the project with the client that the tests use
 */
export function startWithProject<Project>(
  createProject: (gatehouse: Gatehouse) => Promise<Project>,
  options?: GatehouseOptions,
) {
  let started: { gatehouse: Gatehouse; project: Project } | undefined;
  beforeAll(async () => {
    const gatehouse = await startGatehouse(options);
    started = { gatehouse, project: await createProject(gatehouse) };
  });
  afterAll(() => started?.gatehouse.stop());
  const whenStarted = () => {
    if (!started) throw new Error("The project exists only within tests.");
    return started;
  };
  return {
    get gatehouse() {
      return whenStarted().gatehouse;
    },
    get project() {
      return whenStarted().project;
    },
  };
}
