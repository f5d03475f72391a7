import { forgetStored } from './stored.ts'

/** Begins the keys of headlines, which tell who is on somebody's roster. */
export const NEWS_KEYS = 'player_news:'

const PERSONAL = [NEWS_KEYS]

/** Forgets what was kept for whoever is signed in, and is no business of who uses the browser next. */
export function forgetPersonal(storage: Storage): void {
  for (const prefix of PERSONAL) forgetStored(storage, prefix)
}
