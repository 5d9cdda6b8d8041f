import type { ReactNode } from "react";
import type { CurrentUser, Project } from "../../../kit";

export type SectionProps = { user: CurrentUser; project: Project };

/** One section of the account settings; one is shown at a time. */
export type Section = {
  /** The hash of its address. */
  id: string;
  title: string;
  /** The heading it is listed under; the sections of the account itself have none. */
  group?: string;
  description?: string;
  icon: ReactNode;
  render: (props: SectionProps) => ReactNode;
};
