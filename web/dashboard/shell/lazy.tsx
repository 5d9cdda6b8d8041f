import { type ComponentType, lazy, Suspense } from "react";

type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : never;

/** A component whose code is loaded once it is shown: the export of a module by its name. */
export function lazyNamed<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Module[Name]>> }));
}

/** A dialog whose code is loaded once it is shown, before which there is nothing in its place. */
export function lazyDialog<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const Dialog = lazyNamed(load, name) as ComponentType<PropsOf<Module[Name]>>;
  return (props: PropsOf<Module[Name]>) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
