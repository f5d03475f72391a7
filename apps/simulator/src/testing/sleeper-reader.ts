import { leagueIdOf, MOVED_LEAGUE, SHAPED_LEAGUES, type SleeperLeague } from '../sleeper/leagues.ts'
import { simulatedSleeper } from '../sleeper/sleeper-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are read without a schema
export type Json = any

export const SUNDAY = '2026-11-22T20:30:00Z'
export const SIMULATED_LEAGUES = [MOVED_LEAGUE, ...SHAPED_LEAGUES]

/** Returns a function that reads a path of the simulated Sleeper at a time. */
export function createReader(seed = 'harbor') {
  let now = SUNDAY
  const respond = simulatedSleeper({ seed, leagues: SIMULATED_LEAGUES, now: () => new Date(now) })
  return (path: string, instant = SUNDAY): Json => {
    now = instant
    return respond(path)
  }
}

/** The path of a league's season. */
export function league(of: SleeperLeague, path = '', season = 2026): string {
  return `league/${leagueIdOf(of, season)}${path}`
}
