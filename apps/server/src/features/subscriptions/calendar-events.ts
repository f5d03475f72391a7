import { BET_WEEKS, cutoffOf } from '@fieldhouse/domain/betslip/betting-week'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { formatFinalScores } from '@fieldhouse/domain/points'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import { type Game, isDecided } from '@fieldhouse/domain/seasons/season'
import { scheduleOf } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import type { SubscribedLeague } from './store.ts'

export type CalendarEvent = {
  /** The same for the same game or deadline at any time. */
  id: string
  title: string
  league: string
  start: Date
  /** Exclusive. null for a moment. */
  end: Date | null
  isAllDay: boolean
  /** When its data were read. */
  updatedAt: Date
}

const DRAFT_MS = 2 * HOUR_MS

/**
 * The draft of the current season and the games of the user's team in it, and the deadlines of the Betslip, in no
 * particular order.
 */
export async function listCalendarEvents(
  ctx: Context,
  { id, name, has_betslip }: SubscribedLeague,
  userId: number,
): Promise<CalendarEvent[]> {
  const league = await ctx.leagues.get(id)
  const year = league.currentSeason(ctx.now())
  const season = league.season(year)
  const deadlines = has_betslip === 1 ? listDeadlines(id, name, year) : []
  if (season === null) return deadlines
  const { fetchedAt: updatedAt } = season
  const { draftAt, periods } = scheduleOf(season)
  const draft: CalendarEvent[] = [draftAt]
    .filter((at) => at !== null)
    .map((start) => ({
      // The same when it is moved. How long it takes is not known in advance.
      id: `draft-${id}-${year}`,
      title: `Draft: ${name}`,
      league: name,
      start,
      end: new Date(start.getTime() + DRAFT_MS),
      isAllDay: false,
      updatedAt,
    }))
  const teamId = league.teamOf(year, userId)?.teamId
  if (teamId === undefined) return [...deadlines, ...draft]
  const rounds = playoffRounds(league.bracket(year))
  const nameOf = (team: number) => season.teams.find((each) => each.teamId === team)?.name ?? `Team ${team}`
  const games = league.games(year).flatMap((game): CalendarEvent[] => {
    const weeks = periods.find(({ period }) => period === game.period)?.weeks ?? []
    const [first, last] = [weeks[0], weeks.at(-1)]
    const isOwn = game.home.teamId === teamId || game.away?.teamId === teamId
    if (game.away === null || !isOwn || first === undefined || last === undefined) return []
    const occasion = rounds.get(game.gameId)?.name ?? `Week ${game.period}`
    return [
      {
        id: `game-${id}-${year}-${game.gameId}`,
        title: `${occasion}: ${nameOf(game.away.teamId)} at ${nameOf(game.home.teamId)}${scoreOf(game)}`,
        league: name,
        start: dayOfNflWeek(year, first, 'thursday'),
        // From Thursday through Monday.
        end: new Date(dayOfNflWeek(year, last, 'thursday').getTime() + 5 * DAY_MS),
        isAllDay: true,
        updatedAt,
      },
    ]
  })
  return [...deadlines, ...draft, ...games]
}

/** The final score, away team first; empty before, and in category leagues. */
function scoreOf({ result, home, away, categories }: Game): string {
  if (!isDecided(result) || away === null || categories !== null) return ''
  return ` (${formatFinalScores(away.points, home.points).join('–')})`
}

function listDeadlines(leagueId: number, league: string, season: number): CalendarEvent[] {
  return Array.from({ length: BET_WEEKS }, (_, index) => {
    const week = index + 1
    return {
      id: `betslip-${leagueId}-${season}-${week}`,
      title: `Betslip: Week ${week} picks lock`,
      league,
      start: cutoffOf({ season, week }),
      end: null,
      isAllDay: false,
      // It follows from the season alone.
      updatedAt: dayOfNflWeek(season, 1, 'tuesday'),
    }
  })
}
