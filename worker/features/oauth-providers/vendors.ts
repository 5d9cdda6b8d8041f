import type { Project } from "../../db/projects/project";
import { apple } from "./apple";
import { bitbucket } from "./bitbucket";
import { discord } from "./discord";
import { facebook } from "./facebook";
import { github } from "./github";
import { gitlab } from "./gitlab";
import { google } from "./google";
import { linkedin } from "./linkedin";
import { microsoft } from "./microsoft";
import { spotify } from "./spotify";
import { twitch } from "./twitch";
import type { Vendor } from "./vendor";
import { x } from "./x";

export type ProviderConfig = Project["config"]["auth"]["oauth"]["providers"][string];
type ProviderType = NonNullable<ProviderConfig["type"]>;

/** Every vendor by its name in a project's configuration; some depend on how the project has set them up. */
export const vendors: Record<ProviderType, Vendor | ((config: ProviderConfig) => Vendor)> = {
  google,
  github,
  microsoft,
  spotify,
  facebook,
  discord,
  gitlab,
  bitbucket,
  linkedin,
  apple,
  x,
  twitch,
};
