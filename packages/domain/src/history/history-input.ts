import type { Game, GameSide, MatchupPeriod, Member, SeasonTeam } from '../season.ts'
import type { SeasonDepth, SeasonSource } from '../season-replacement.ts'

/** Everything that is stored of a league, as far as its history is made of it. */
export type HistoryInput = {
  /** Oldest first. */
  seasons: readonly PastSeason[]
  merges: readonly OwnerMerge[]
  /** Seasons whose games count for no record, each with the reason. */
  exclusions: ReadonlyMap<number, string>
}

export type PastSeason = {
  season: number
  isFinished: boolean
  source: SeasonSource
  depth: SeasonDepth
  /** Matchup periods with their NFL weeks; empty where the calendar is unknown. */
  periods: readonly MatchupPeriod[]
  members: readonly Member[]
  teams: readonly PastTeam[]
  games: readonly PastGame[]
}

export type PastTeam = Pick<
  SeasonTeam,
  | 'teamId'
  | 'name'
  | 'logo'
  | 'record'
  | 'pointsFor'
  | 'pointsAgainst'
  | 'playoffSeed'
  | 'finalRank'
  | 'primaryOwnerId'
>

type PastSide = Pick<GameSide, 'teamId' | 'points'>

export type PastGame = Pick<Game, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PastSide
  /** null is a bye, which is no game. */
  away: PastSide | null
}

/** That one account's seasons are another's: two accounts, one person. */
export type OwnerMerge = {
  memberId: string
  /** The account that stands for the person. It is merged into no other. */
  personId: string
}
