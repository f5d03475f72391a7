import type { getDraft } from '@fieldhouse/contract/draft'
import type { getMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getPlayoffRace } from '@fieldhouse/contract/playoff-race'
import type { getSeasonCards } from '@fieldhouse/contract/season-cards'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { getTeam } from '@fieldhouse/contract/teams'
import type { getTrade } from '@fieldhouse/contract/transactions'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Recap } from '@fieldhouse/domain/notifications/recap'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import type { SeasonCardTeam } from './card-content.ts'

type League = { id: number; espnLeagueId: number | null }

/** What cards are drawn from: the same data that members see in the app. */
export interface ShareSources {
  /** null if the game is not found, or has no opponent. */
  findMatchup(
    leagueId: number,
    game: { season: number; week: number; game: number },
  ): Promise<ResponseOf<typeof getMatchup> | null>
  getStandings(leagueId: number, season: number | undefined): Promise<ResponseOf<typeof listStandings>>
  /** null if the season has no team with this ID. */
  findTeam(
    league: League,
    teamId: number,
    season: number | undefined,
  ): Promise<ResponseOf<typeof getTeam> | null>
  /** The recap of the matchups that ended with an NFL week, and the season's teams; null without one. */
  findRecap(
    leagueId: number,
    season: number,
    week: number,
  ): Promise<{ recap: Recap; document: RecapDocument | null; teams: SeasonCardTeam[] } | null>
  /** The playoff race of a season, and its teams; null without one. */
  findRace(
    leagueId: number,
    season: number | null,
  ): Promise<{ race: ResponseOf<typeof getPlayoffRace>; teams: SeasonCardTeam[] } | 'busy' | null>
  /** The cards of a season, of a team or of the league; the status if the team does not exist, or others come first. */
  findSeasonCards(
    leagueId: number,
    season: number | undefined,
    teamId: number | null,
  ): Promise<ResponseOf<typeof getSeasonCards> | 'team_not_found' | 'busy'>
  /** null if the season has no such trade. */
  findTrade(
    leagueId: number,
    trade: { season: number; trade: string },
  ): Promise<ResponseOf<typeof getTrade> | null>
  /** The draft board of a season; null without picks. */
  findDraft(leagueId: number, season: number | undefined): Promise<ResponseOf<typeof getDraft> | null>
  getHistory(leagueId: number): Promise<LeagueHistory>
}
