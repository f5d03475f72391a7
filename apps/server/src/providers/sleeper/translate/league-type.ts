import type { LeagueBody } from '../schemas/season-bodies.ts'

/** The values of `settings.type`: redraft, keeper and dynasty are played head to head. */
const HEAD_TO_HEAD_TYPES: readonly number[] = [0, 1, 2]
/** "Chopped": the lowest score of each week is out. */
const ELIMINATION_TYPE = 3

export function isEliminationLeague({ settings }: Pick<LeagueBody, 'settings'>): boolean {
  return settings?.type === ELIMINATION_TYPE
}

/** The scoring type of a season in the terms of the domain; a name of its own for a type that is not known. */
export function scoringTypeOf(league: Pick<LeagueBody, 'settings'>): string {
  const type = league.settings?.type ?? 0
  if (isEliminationLeague(league)) return 'ELIMINATION'
  return HEAD_TO_HEAD_TYPES.includes(type) ? 'H2H_POINTS' : `LEAGUE_TYPE_${type}`
}
