import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
} from 'react'

const preloaded = new Map<() => Promise<unknown>, unknown>()

const loads = new Set<() => Promise<unknown>>()

/** Loads the modules of all lazy components, also of those that these modules have. */
export async function preloadAll(): Promise<void> {
  for (const load of loads) await preload(load)
}

/** Loads a module in advance, so that its lazy components render without a fallback. */
export async function preload(load: () => Promise<unknown>): Promise<void> {
  preloaded.set(load, await load())
}

// biome-ignore lint/suspicious/noExplicitAny: the bound of `lazy`; no other type accepts every component
export function lazyNamed<Name extends string, Module extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  loads.add(load)
  return lazy(() => {
    const module = preloaded.get(load) as Module | undefined
    if (module === undefined) return load().then((loaded) => ({ default: loaded[name] }))
    // React renders a component without a fallback if its promise calls back at once, which real ones never do.
    const resolved: PromiseLike<{ default: Module[Name] }> = {
      // biome-ignore lint/suspicious/noThenProperty: it stands for a promise
      then: (resolve) => resolve?.({ default: module[name] }) as never, // oxlint-disable-line unicorn/no-thenable -- as above
    }
    return resolved as Promise<{ default: Module[Name] }>
  })
}

/** For a part of a screen that is not there before it is loaded, or has a fallback of its own. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function lazyPart<Name extends string, Module extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): ComponentType<ComponentProps<Module[Name]>> {
  const Part = lazyNamed(load, name)
  return (props) => createElement(Suspense, { fallback }, createElement(Part, props))
}
