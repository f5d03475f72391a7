import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Recorded answers, which are kept beside the repository and never inside it. */
const CAPTURES = new URL('../../../../../../shared/espn/captures/', import.meta.url)

/** Whether the recorded answers are there. Tests that need them are skipped otherwise. */
export const hasCaptures: boolean = existsSync(CAPTURES)

export const WITHOUT_CAPTURES = 'skipped: the recorded answers are not beside the repository'

/** One recorded answer, as a provider would have parsed it. `path` is such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, CAPTURES), 'utf8'))
}

/** Every recorded season as `league-1/2020`, in order. */
export function listCapturedSeasons(): string[] {
  if (!hasCaptures) return []
  const leagues = readdirSync(CAPTURES).filter((name) => name.startsWith('league-'))
  return leagues.flatMap((league) =>
    readdirSync(new URL(`${league}/`, CAPTURES)).map((year) => `${league}/${year}`),
  )
}
