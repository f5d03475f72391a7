import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/league-queries.ts'
import type { ShareImage } from '../../api/share-image.ts'

export type SeasonCards = ApiResponse<'GET /api/league/:league/insights/season-cards/'>
export type SeasonCard = SeasonCards['cards'][number]
export type CardTeam = SeasonCards['teams'][number]

type Subject = {
  /** null for the current season. */
  season: number | null
  /** null for the cards of the league. */
  team: number | null
}

const queryOf = ({ season, team }: Subject) => ({
  ...(season === null ? {} : { season }),
  ...(team === null ? {} : { team_id: team }),
})

export const seasonCardsQuery = (league: string, subject: Subject) =>
  leagueQuery(
    'GET /api/league/:league/insights/season-cards/',
    ['season cards', subject.season, subject.team],
    { params: { league }, query: queryOf(subject) },
  )

export function cardImage(league: string, subject: Subject, card: SeasonCard['kind']): ShareImage {
  return {
    key: 'GET /api/league/:league/insights/season-cards/image/',
    request: { params: { league }, query: { ...queryOf(subject), card } },
  }
}
