import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CAPTURES_URL = new URL('../../../../../shared/sleeper/captures/v1/', import.meta.url)

/** Recorded responses of Sleeper, stored next to the repository and never inside it. */
export const SLEEPER_CAPTURES_FOLDER = fileURLToPath(CAPTURES_URL)

/** Whether the recorded responses are available. Otherwise tests that need them are skipped. */
export const HAS_SLEEPER_CAPTURES = existsSync(CAPTURES_URL)

/** The parsed JSON of a recorded response, for a path such as `league/1/rosters`; null if it was not recorded. */
export function readSleeperCapture(path: string): unknown {
  const url = new URL(`${path}.json`, CAPTURES_URL)
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : null
}

/** The weeks whose rows were recorded, in order. */
export function listCapturedWeeks(leagueId: string, list: 'matchups' | 'transactions'): number[] {
  const folder = new URL(`league/${leagueId}/${list}/`, CAPTURES_URL)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b)
}
