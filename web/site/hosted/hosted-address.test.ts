import { describe, it } from "vitest";
import { hostedProjectId } from "./hosted-address";

const at = (address: string) => hostedProjectId(new URL(address, "https://login.example"));

describe("hostedProjectId", () => {
  it.for([
    ["/handler/sign-in?project_id=p1", "p1"],
    ["/handler/authorize?state=s&project_id=p1&lang=de", "p1"],
    ["/handler/sign-in", null],
    ["/handler/sign-in?project_id=internal", null],
    ["/projects/p1?project_id=p1", null],
    ["/?project_id=p1", null],
    ["/handler/sign-in?project_id=", ""],
  ] as const)("%s → %s", ([address, id], { expect }) => {
    expect(at(address)).toBe(id);
  });

  // Attack: parameter pollution: the page of one project, at an address that a filter takes for another's or the dashboard's.
  it.for(["project_id=p1&project_id=p2", "project_id=p1&project_id=p1", "project_id=internal&project_id=p1"])(
    "is no project's for %s",
    (query, { expect }) => {
      expect(at(`/handler/sign-in?${query}`)).toBe("");
    },
  );
});
