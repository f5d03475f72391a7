import { previewRecap } from '@fieldhouse/contract/recap'
import type { SeasonScores } from '@fieldhouse/domain/betslip/betting-week'
import { isDecided } from '@fieldhouse/domain/seasons/season'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentRecapCard } from '../../http/to-wire.ts'
import { readRecapDocument, scoresOf } from './read-recap.ts'
import { findRecapLeague } from './recap-job.ts'

export const recap = [
  operation(previewRecap, async ({ ctx, league: { id: leagueId }, query }) => {
    const league = await ctx.leagues.seasons(leagueId)
    const season = league.currentSeason(ctx.now())
    const wanted = await findRecapLeague(ctx.db, leagueId)
    const scores = scoresOf(league, season)
    const week = scores === null ? null : lastCompleteWeek(scores)
    if (wanted === null || week === null) return { recap: null }
    const { hasBetslip, sections } = wanted
    const recapWeek = { leagueId, season, week }
    const document = await readRecapDocument(ctx, recapWeek, hasBetslip, query.sections ?? sections)
    if (document === 'busy') throw new ApiError('busy')
    return { recap: document === null ? null : presentRecapCard(document) }
  }),
]

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
