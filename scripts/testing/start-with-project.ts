import { afterAll, beforeAll } from "vitest";
import { sharedGatehouse } from "./shared-gatehouse";
import { type Gatehouse, type GatehouseOptions, type OwnGatehouse, startGatehouse } from "./start-gatehouse";

/**
 * One project for a test file, made before its tests in the Gatehouse that its process shares.
 *
 * @param createProject makes the project with the client that the tests use
 */
export function startWithProject<Project>(createProject: (gatehouse: Gatehouse) => Promise<Project>) {
  return suiteOf(sharedGatehouse, createProject);
}

/** One project in a Gatehouse of the file's own, which is stopped after its tests. */
export function startOwnWithProject<Project>(
  createProject: (gatehouse: Gatehouse) => Promise<Project>,
  options?: GatehouseOptions,
) {
  const suite = suiteOf<OwnGatehouse, Project>(() => startGatehouse(options), createProject);
  afterAll(() => suite.gatehouse.stop());
  return suite;
}

function suiteOf<Started extends Gatehouse, Project>(
  start: () => Promise<Started>,
  createProject: (gatehouse: Gatehouse) => Promise<Project>,
) {
  let started: { gatehouse: Started; project: Project } | undefined;
  beforeAll(async () => {
    const gatehouse = await start();
    started = { gatehouse, project: await createProject(gatehouse) };
  });
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
