import type { getMatchupTimeline } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { type TimelineFacts, type TimelinePoint, timelineFacts } from '@fieldhouse/domain/rosters/timeline'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'

type TimelineView = {
  season: number
  week: number
  gameId: number
  points: readonly TimelinePoint[]
  freshness: Freshness
}

export function presentTimeline({
  season,
  week,
  gameId,
  points,
  freshness,
}: TimelineView): ResponseOf<typeof getMatchupTimeline> {
  const facts = timelineFacts(points)
  return {
    season,
    week,
    game_id: gameId,
    points: points.map(({ at, state, home, away, homeProbability }) => ({
      at: at.toISOString(),
      state,
      home_score: pointsToDecimal(home),
      away_score: pointsToDecimal(away),
      home_win_chance: homeProbability,
    })),
    facts: facts === null ? null : presentFacts(facts),
    ...presentFreshness(freshness),
  }
}

function presentFacts({ leadChanges, largestSwing, comeback }: TimelineFacts) {
  return {
    lead_changes: leadChanges.map(({ at }) => at.toISOString()),
    largest_swing: { at: largestSwing.point.at.toISOString(), change: largestSwing.change },
    comeback:
      comeback === null
        ? null
        : { winner: comeback.winner, at: comeback.point.at.toISOString(), win_chance: comeback.probability },
  }
}
