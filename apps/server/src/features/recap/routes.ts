import { previewRecap } from '@fieldhouse/contract/recap'
import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import { isDecided } from '@fieldhouse/domain/seasons/season'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { presentRecapCard } from '../../http/presenters/present-recap-card.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { type RecapDocumentSources, readRecapDocument } from './read-recap.ts'
import type { RecapStore } from './recap-store.ts'

export type RecapRoutesOptions = RecapDocumentSources & {
  store: Pick<RecapStore, 'findLeague'>
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  now: () => Date
}

export const recapRoutes: Routes<RecapRoutesOptions> = (app, options) => {
  const { store, seasons, scoresOf, now } = options

  app.route({
    ...previewRecap,
    async handler(request) {
      const { id: leagueId } = leagueOf(request)
      const season = await seasons.getCurrentSeason(leagueId, now())
      const [league, scores] = await Promise.all([store.findLeague(leagueId), scoresOf(leagueId, season)])
      const week = scores === null ? null : lastCompleteWeek(scores)
      if (league === null || week === null) return { recap: null }
      const sections = request.query.sections ?? league.sections
      const recap = await readRecapDocument(options, { leagueId, season, week }, { ...league, sections })
      if (recap === 'busy') throw new ApiError('busy')
      return { recap: recap === null ? null : presentRecapCard(recap) }
    },
  })
}

/** The last NFL week of the last period whose games are all decided; null before the first one. */
function lastCompleteWeek({ periods, games }: SeasonScores): number | null {
  const complete = periods.filter(({ period }) => {
    const played = games.filter(
      (game) => game.period === period && game.away !== null && game.result !== 'not_played',
    )
    return played.length > 0 && played.every(({ result }) => isDecided(result))
  })
  return (
    complete
      .toSorted((a, b) => a.period - b.period)
      .at(-1)
      ?.weeks.at(-1) ?? null
  )
}
