import type { ReactNode } from "react";
import type { CurrentUser, Project } from "../../../kit";

/** What a section is about. */
export type SectionProps = { user: CurrentUser; project: Project };

/** A part of the account settings, one at a time. */
export type Section = {
  /** Its address: the hash. */
  id: string;
  title: string;
  /** The heading under which it is listed, unless it is one of the account itself. */
  group?: string;
  description?: string;
  icon: ReactNode;
  render: (props: SectionProps) => ReactNode;
};
