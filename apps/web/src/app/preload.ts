import type { Route } from './router/location.ts'
import { loadScreen } from './screen-loaders.ts'

export const loadSignedIn = () => import('./signed-in.tsx').then((file) => ({ default: file.SignedIn }))

export const loadSignedOut = () => import('./signed-out.tsx').then((file) => ({ default: file.SignedOut }))

/** Fetches what a person who is new here will see. */
export function preloadSignedOut(): void {
  // What cannot be fetched now is fetched again, and reported, when it is shown.
  loadSignedOut().catch(() => undefined)
}

/** Fetches what a person who was here before will see, while the server is asked who it is. */
export function preloadSignedIn(route: Route): void {
  Promise.all([loadSignedIn(), loadScreen(route)]).catch(() => undefined)
}
