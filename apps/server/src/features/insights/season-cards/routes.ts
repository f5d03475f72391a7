import { getSeasonCards } from '@fieldhouse/contract/season-cards'
import { leagueOf } from '../../../auth/access.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { SeasonReader } from '../../../repositories/seasons/season-reader.ts'
import { presentSeasonCards } from './present-season-cards.ts'
import type { SeasonCardReader } from './season-card-reader.ts'

export type SeasonCardOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  cards: SeasonCardReader
  now: () => Date
}

export const seasonCardRoutes: Routes<SeasonCardOptions> = (app, { seasons, cards, now }) => {
  app.route({
    ...getSeasonCards,
    async handler(request) {
      const { id } = leagueOf(request)
      const { season = await seasons.getCurrentSeason(id, now()), team_id: teamId = null } = request.query
      const found = await cards.getCards(id, season, teamId)
      if (typeof found === 'string') throw new ApiError(found)
      return presentSeasonCards(found, teamId)
    },
  })
}
