import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CAPTURES = new URL('../../../../../shared/espn/captures/', import.meta.url)

/** Recorded answers of the provider, which are kept beside the repository and never inside it. */
export const CAPTURES_FOLDER = fileURLToPath(CAPTURES)

/** Whether the recorded answers are there. Tests that need them are skipped otherwise. */
export const HAS_CAPTURES = existsSync(CAPTURES)

export const WITHOUT_CAPTURES = 'skipped: the recorded answers are not beside the repository'

/** One recorded answer, as a provider would have parsed it. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, CAPTURES), 'utf8'))
}

/** Every recorded season as `league-1/2020`, in order. */
export function listCapturedSeasons(): string[] {
  if (!HAS_CAPTURES) return []
  const leagues = readdirSync(CAPTURES).filter((name) => name.startsWith('league-'))
  return leagues.flatMap((league) =>
    readdirSync(new URL(`${league}/`, CAPTURES)).map((year) => `${league}/${year}`),
  )
}
