import type { OwnerPairs } from '../use-history.ts'

export const PAIR_GRID_TITLE = 'Everyone against everyone'

/** The games of two owners, from the perspective of one. */
export type PairRecord = {
  games: number
  wins: number
  losses: number
  ties: number
  /** Share of games won, 0 to 1, with a tie as half a win; null without games. */
  winShare: number | null
  playoffGames: number
  lastSeason: number
}

/** The records of each owner by opponent. Owners without games are missing. */
export function recordsByOwner({ pairs }: OwnerPairs): Map<string, Map<string, PairRecord>> {
  const records = new Map<string, Map<string, PairRecord>>()
  const add = (owner: string, opponent: string, record: PairRecord) => {
    records.set(owner, (records.get(owner) ?? new Map<string, PairRecord>()).set(opponent, record))
  }
  for (const pair of pairs) {
    const { a, b, games, wins, losses, ties, win_pct: winShare } = pair
    const both = { games, ties, playoffGames: pair.playoff_games, lastSeason: pair.last_season }
    add(a, b, { ...both, wins, losses, winShare })
    add(b, a, { ...both, wins: losses, losses: wins, winShare: winShare === null ? null : 1 - winShare })
  }
  return records
}
