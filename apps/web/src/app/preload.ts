import type { Route } from './router/location.ts'
import { loadScreen } from './screen-loaders.ts'

export const loadSignedIn = () => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn }))

export const loadSignedOut = () =>
  import('./signed-out.tsx').then((module) => ({ default: module.SignedOut }))

/** Preloads the screens of a first-time visitor. */
export function preloadSignedOut(): void {
  // A chunk that fails to preload is loaded again, and its error shown, on render.
  loadSignedOut().catch(() => undefined)
}

/** Preloads the screen of a returning user while the current user is being fetched. */
export function preloadSignedIn(route: Route): void {
  Promise.all([loadSignedIn(), loadScreen(route)]).catch(() => undefined)
}
