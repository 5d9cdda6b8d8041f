import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The projects as they run, so that what fails the quickest is told first, and what takes the longest does not wait for the rest. */
const order = ["web", "rendering", "worker", "shards", "interop", "browser"];

/** Runs the files of one project after another: files of a project share what its processes have loaded. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) => order.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
