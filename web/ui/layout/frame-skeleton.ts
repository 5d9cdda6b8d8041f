import { useLayoutEffect } from "react";

/** The attribute of the document by which `index.html` shows its skeleton of a page; `public/before-paint.js` sets it first. */
const attribute = "skeleton";

/** Shows the skeleton of the page at this address until a page calls `useFrame`. */
export function useFrameSkeleton(): void {
  useLayoutEffect(() => {
    const [, , project] = location.pathname.split("/");
    document.documentElement.dataset[attribute] = project ? "project" : "projects";
  }, []);
}

/** Takes the skeleton away before the paint that shows the page. */
export function useFrame(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset[attribute];
  }, []);
}
