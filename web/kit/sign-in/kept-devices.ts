import type { Connection } from "../connection/connection";
import { keepText, keptTexts } from "./kept-texts";

/** As many users as share a browser. */
const maxKept = 4;

/**
 * What the API gave this browser to know it by, for each user who has signed in here; undefined outside of one. The API is on another site, so
 * that its cookies would not reach it: this is kept in the page's storage.
 */
export function keptDevices(connection: Connection): string[] | undefined {
  const page = connection.host.page();
  return page ? keptTexts(page, nameOf(connection)).slice(0, maxKept) : undefined;
}

export function keepDevice(connection: Connection, token: string): void {
  const page = connection.host.page();
  if (page) keepText(page, nameOf(connection), token, maxKept);
}

function nameOf({ projectId }: Connection): string {
  return `gatehouse-devices-${projectId}`;
}
