import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CAPTURES_URL = new URL('../../../../../shared/espn/captures/', import.meta.url)

/** Recorded provider responses, stored next to the repository and never inside it. */
export const CAPTURES_FOLDER = fileURLToPath(CAPTURES_URL)

/** Whether the recorded responses are available. Otherwise tests that need them are skipped. */
export const HAS_CAPTURES = existsSync(CAPTURES_URL)

export const CAPTURES_SKIP_REASON = 'Skipped: the recorded responses are not next to the repository.'

/** The parsed JSON of one recorded response, for a path such as `league-1/2020/mTeam.json`. */
export function readCapture(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, CAPTURES_URL), 'utf8'))
}

/** All recorded seasons, such as `league-1/2020`, in order. */
export function listCapturedSeasons(): string[] {
  if (!HAS_CAPTURES) return []
  const leagues = readdirSync(CAPTURES_URL).filter((name) => name.startsWith('league-'))
  return leagues.flatMap((league) =>
    readdirSync(new URL(`${league}/`, CAPTURES_URL)).map((year) => `${league}/${year}`),
  )
}
