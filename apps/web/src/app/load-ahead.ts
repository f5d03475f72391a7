import type { Route } from './router/place.ts'
import { fetchScreen } from './screens.ts'

export const signedIn = () => import('./signed-in.tsx').then((file) => ({ default: file.SignedIn }))

export const signedOut = () => import('./signed-out.tsx').then((file) => ({ default: file.SignedOut }))

/** Fetches what a person who is new here will see. */
export function loadWayIn(): void {
  // What cannot be fetched now is fetched again, and reported, when it is shown.
  signedOut().catch(() => undefined)
}

/** Fetches what a person who was here before will see, while the server is asked who it is. */
export function loadAhead(route: Route): void {
  Promise.all([signedIn(), fetchScreen(route)]).catch(() => undefined)
}
