import * as contract from '@fieldhouse/contract/matchups'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { type TimelineFacts, timelineFacts } from '@fieldhouse/domain/rosters/matchup'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import { listTimelinePoints } from '../../repositories/season-store.ts'
import { presentMyMatchup, readMatchup, readScoreboard, readWeek } from './read-matchups.ts'

export const matchups = [
  operation(contract.getScoreboard, ({ ctx, league, query, user }) =>
    readScoreboard(ctx, league.id, query, user.userId),
  ),

  operation(contract.getMyMatchup, async ({ ctx, league, query, user }) =>
    presentMyMatchup(await readWeek(ctx, league.id, query), user.userId),
  ),

  operation(contract.getMatchup, async ({ ctx, league, params }) => {
    const matchup = await readMatchup(ctx, league.id, params)
    if (matchup === null) throw gameNotFound()
    return matchup
  }),

  operation(contract.getMatchupTimeline, async ({ ctx, league: { id }, params: { season, week, game } }) => {
    const league = await ctx.leagues.seasons(id)
    const period = periodOfNumber({ periods: league.schedule(season)?.periods ?? [] }, week)
    const isGame = league
      .games(season)
      .some((each) => each.gameId === game && each.period === period && each.away !== null)
    if (!isGame) throw gameNotFound()
    // Empty for a game that was not followed live.
    const points = await listTimelinePoints(ctx.db, id, season, game)
    const facts = timelineFacts(points)
    return {
      season,
      week: period,
      game_id: game,
      points: points.map(({ at, state, home, away, homeProbability }) => ({
        at: at.toISOString(),
        state,
        home_score: pointsToDecimal(home),
        away_score: pointsToDecimal(away),
        home_win_chance: homeProbability,
      })),
      facts: facts === null ? null : presentFacts(facts),
      ...presentFreshness(league.freshness(season)),
    }
  }),
]

function presentFacts({ leadChanges, largestSwing, comeback }: TimelineFacts) {
  return {
    lead_changes: leadChanges.map(({ at }) => at.toISOString()),
    largest_swing: { at: largestSwing.point.at.toISOString(), change: largestSwing.change },
    comeback: comeback && {
      winner: comeback.winner,
      at: comeback.point.at.toISOString(),
      win_chance: comeback.probability,
    },
  }
}

const gameNotFound = () => new ApiError('game_not_found', { message: 'Game not found.' })
