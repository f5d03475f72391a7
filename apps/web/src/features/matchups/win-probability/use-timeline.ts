import type { LeagueEvents } from '@fieldhouse/contract/live'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import {
  addToTimeline,
  type TimelinePoint,
  timelineFacts,
  timelinePoint,
} from '@fieldhouse/domain/rosters/matchup'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/operations.ts'
import { formatKickoff } from '../../../ui/format/date-time.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { formatWinChances } from '../format.ts'
import type { GameKey, MatchupTeam } from '../use-matchups.ts'

export type Timeline = ApiResponse<'GET /api/league/:league/games/:season/:week/:game/timeline/'>

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>

export const timelineQuery = (league: string, { season, week, game }: GameKey) =>
  leagueQuery('GET /api/league/:league/games/:season/:week/:game/timeline/', ['timeline'], {
    league,
    season,
    week,
    game,
  })

export function toTimelinePoints({ points }: Pick<Timeline, 'points'>): TimelinePoint[] {
  return points.map(
    ({ at, state, home_score: home, away_score: away, home_win_chance: homeProbability }) => ({
      at: new Date(at),
      state,
      home: pointsFromDecimal(home),
      away: pointsFromDecimal(away),
      homeProbability,
    }),
  )
}

/** Adds the scores of an event to a timeline, as the server does. */
export function withLivePoint<Data extends Pick<Timeline, 'game_id' | 'points'>>(
  timeline: Data,
  { matchups, updated_at: updatedAt }: Pick<LiveScores, 'matchups' | 'updated_at'>,
): Data {
  const live = matchups.find(({ id }) => id === timeline.game_id)
  if (live === undefined || updatedAt === null) return timeline
  const sideOf = ({ score, win_chance: winProbability }: typeof live.home) => ({
    score: score === null ? null : pointsFromDecimal(score),
    projected: null,
    winProbability,
  })
  const view = { state: live.state, home: sideOf(live.home), away: sideOf(live.away) }
  const next = timelinePoint(view, live.result ?? 'undecided', new Date(updatedAt))
  const change = next === null ? null : addToTimeline(toTimelinePoints(timeline).at(-1) ?? null, next)
  if (change === null) return timeline
  const { at, state, homeProbability } = change.point
  const point = {
    at: at.toISOString(),
    state,
    home_score: live.home.score ?? 0,
    away_score: live.away.score ?? 0,
    home_win_chance: homeProbability,
  }
  const points = change.replaces === null ? timeline.points : timeline.points.slice(0, -1)
  return { ...timeline, points: [...points, point] }
}

export type Teams = Record<'away' | 'home', Pick<MatchupTeam, 'name' | 'color'>>

export function formatTime({ state, at }: TimelinePoint): string {
  if (state === 'before') return 'Before kickoff'
  return state === 'final' ? 'Final' : formatKickoff(at.getTime())
}

/** Such as 'Lund Ahoy 71%'. */
export function formatFavorite({ state, homeProbability }: TimelinePoint, { away, home }: Teams): string {
  if (homeProbability === 0.5) return state === 'final' ? 'Tied' : 'even'
  const [awayText, homeText] = formatWinChances(1 - homeProbability, homeProbability)
  const [name, text] = homeProbability > 0.5 ? [home.name, homeText] : [away.name, awayText]
  return state === 'final' ? `${name} won` : `${name} ${text}`
}

export function describeCourse(points: readonly TimelinePoint[], teams: Teams): string {
  const last = points.at(-1)
  if (last === undefined) return ''
  const changes = formatCount(timelineFacts(points)?.leadChanges.length ?? 0, 'lead change')
  return `${formatTime(last)}: ${formatFavorite(last, teams)}, after ${changes}.`
}
