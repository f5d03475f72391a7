import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CAPTURES_URL = new URL('../../../../../shared/espn/captures/', import.meta.url)

/** Recorded answers of the provider, which are kept beside the repository and never inside it. */
export const CAPTURES_FOLDER = fileURLToPath(CAPTURES_URL)

/** Whether the recorded answers are there. Tests that need them are skipped otherwise. */
export const HAS_CAPTURES = existsSync(CAPTURES_URL)

export const CAPTURES_SKIP_REASON = 'skipped: the recorded answers are not beside the repository'

/** One recorded answer, as a provider would have parsed it. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, CAPTURES_URL), 'utf8'))
}

/** Every recorded season as `league-1/2020`, in order. */
export function listCapturedSeasons(): string[] {
  if (!HAS_CAPTURES) return []
  const leagues = readdirSync(CAPTURES_URL).filter((name) => name.startsWith('league-'))
  return leagues.flatMap((league) =>
    readdirSync(new URL(`${league}/`, CAPTURES_URL)).map((year) => `${league}/${year}`),
  )
}
