import type { ProviderName } from '../league/league-providers.ts'
import type { ScoringFormat } from '../seasons/scoring-format.ts'
import type { Game, GameSide, MatchupPeriod, Member, SeasonTeam } from '../seasons/season.ts'
import type { SeasonDepth, SeasonSource } from '../seasons/season-replacement.ts'

export type HistoryInput = {
  /** Oldest first. */
  seasons: readonly PastSeason[]
  merges: readonly OwnerMerge[]
  exclusions: ReadonlyMap<number, string>
}

export type PastSeason = {
  season: number
  isFinished: boolean
  /** Other seasons that the provider lists. */
  previousSeasons: readonly number[]
  format: ScoringFormat
  hasMedianGame: boolean | null
  source: SeasonSource
  /** The platform that the season is from; null for a table that somebody has filled in. */
  provider: ProviderName | null
  depth: SeasonDepth
  /** Matchup periods with their NFL weeks; empty if the calendar is unknown. */
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
> & {
  /** The color of the logo, as `#rrggbb`; null without a logo and while it is unknown. */
  logoColor: string | null
}

type PastSide = Pick<GameSide, 'teamId' | 'points'>

export type PastGame = Pick<Game, 'gameId' | 'period' | 'result' | 'bracket'> & {
  home: PastSide
  /** null for a bye, which does not count as a game. */
  away: PastSide | null
}

export type OwnerMerge = {
  memberId: string
  /** The account that represents the person. It is not merged into another account. */
  personId: string
}
