import type { Plugin } from "vite";

/** Makes the component of an icon. */
const COMPONENT = `import { createElement } from "react";

const attributes = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": "true",
};

export default ({ node }) => (props) =>
  createElement("svg", { ...attributes, ...props }, ...node.map(([tag, shape]) => createElement(tag, shape)));
`;

/**
 * Leaves of the library of icons the shapes. Its own component takes sizes, contexts and aliases that no page of ours has, and is as
 * large as thirty icons.
 */
export function icons(): Plugin {
  return {
    name: "icons",
    enforce: "pre",
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => COMPONENT,
    },
  };
}
