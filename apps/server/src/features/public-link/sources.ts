import type { getMatchup, getScoreboard, LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ShareFormat, ShareTheme } from '@fieldhouse/contract/share-images'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'

export type Standings = ResponseOf<typeof listStandings>

export type Scoreboard = ResponseOf<typeof getScoreboard>

export type WeekQuery = { season?: number | undefined; week?: number | undefined }

export type PublicCard =
  | { kind: 'standings'; standings: Standings }
  | { kind: 'matchup'; season: number; matchup: LeagueMatchup }

/** What the screens of other features show, before it is reduced to what outsiders may see. */
export interface PublicSources {
  getStandings(leagueId: number, season: number | undefined): Promise<Standings>
  getScoreboard(leagueId: number, week: WeekQuery): Promise<Scoreboard>
  /** null for an unknown game. */
  findMatchup(
    leagueId: number,
    game: { season: number; week: number; game: number },
  ): Promise<ResponseOf<typeof getMatchup> | null>
  getHistory(leagueId: number): Promise<LeagueHistory>
  /** The PNG of a card. null if too many others are waiting. */
  draw(
    card: PublicCard,
    style: { format: ShareFormat; theme: ShareTheme; league: string },
  ): Promise<Buffer | null>
}
