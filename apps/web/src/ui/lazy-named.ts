import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A component that is loaded on first use, from a module with named exports. */
// biome-ignore lint/suspicious/noExplicitAny: the bound of `lazy`; no other type accepts every component
export function lazyNamed<Name extends string, Module extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => {
    const module = await load()
    return { default: module[name] }
  })
}
