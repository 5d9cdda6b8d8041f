/** Says how the kit introduces itself in `x-stack-client-version`: platform, package and version. */
export const clientVersion = "js @gatehouse/kit@0.2.0";
