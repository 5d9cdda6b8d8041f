import { plainError } from "../../../protocol/error-definitions";

export const projectsWithoutOwner = plainError(
  400,
  ({ projects }: { projects: string }) =>
    `Projects would be left without an owner. Transfer or delete them first: ${projects}`,
  { remedy: "Transfer the projects to another team, delete them, or invite another member to the team first." },
);

export const domainOfOthers = plainError(
  400,
  ({ domain }: { domain: string }) =>
    `Trusted domains of a project in production must not cover the domains of others: ${domain}`,
  { remedy: "Name your own domains; wildcards only below them." },
);

export const projectIsBusy = plainError(409, "The project is being changed by somebody else. Please try again.", {
  remedy: "Try again: two changes met.",
});
