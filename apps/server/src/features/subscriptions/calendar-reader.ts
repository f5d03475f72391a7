import { BET_WEEKS, cutoffOf } from '@fieldhouse/domain/betslip/betting-week'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { dayOfNflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { formatFinalScores } from '@fieldhouse/domain/points'
import { playoffRounds } from '@fieldhouse/domain/seasons/bracket'
import { isDecided } from '@fieldhouse/domain/seasons/season'
import type { BracketReader } from '../../repositories/seasons/bracket-reader.ts'
import type { GameReader, SeasonSchedule, StoredGame } from '../../repositories/seasons/game-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { SubscribedLeague } from './store.ts'

/** An entry of a calendar. */
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

export type CalendarReaderOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason' | 'getFreshness'>
  games: Pick<GameReader, 'findSchedule' | 'listGames'>
  teams: Pick<TeamReader, 'listTeams' | 'findUserTeam'>
  brackets: BracketReader
  now: () => Date
}

export interface CalendarReader {
  /**
   * The draft of the current season and the games of the user's team in it, and the deadlines of the Betslip, in no
   * particular order.
   */
  listEvents(league: SubscribedLeague, userId: number): Promise<CalendarEvent[]>
}

type StoredSeason = { league: SubscribedLeague; season: number; schedule: SeasonSchedule; updatedAt: Date }

const DRAFT_MS = 2 * HOUR_MS

export function calendarReader({
  seasons,
  games,
  teams,
  brackets,
  now,
}: CalendarReaderOptions): CalendarReader {
  return {
    async listEvents(league, userId) {
      const season = await seasons.getCurrentSeason(league.id, now())
      const [{ updatedAt }, schedule, team] = await Promise.all([
        seasons.getFreshness(league.id, season),
        games.findSchedule(league.id, season),
        teams.findUserTeam(league.id, season, userId),
      ])
      const deadlines = league.hasBetslip ? listDeadlines(league, season) : []
      if (schedule === null || updatedAt === null) return deadlines
      const stored = { league, season, schedule, updatedAt }
      return [
        ...deadlines,
        ...listDraft(stored),
        ...(team === null ? [] : await listGames(stored, team.teamId)),
      ]
    },
  }

  async function listGames(
    { league, season, schedule, updatedAt }: StoredSeason,
    teamId: number,
  ): Promise<CalendarEvent[]> {
    const [all, seasonTeams, bracket] = await Promise.all([
      games.listGames(league.id, season),
      teams.listTeams(league.id, season),
      brackets.getBracket(league.id, season),
    ])
    const rounds = playoffRounds(bracket)
    const nameOf = (id: number) => seasonTeams.find((each) => each.teamId === id)?.name ?? `Team ${id}`
    return all.flatMap((game) => {
      const weeks = schedule.periods.find(({ period }) => period === game.period)?.weeks ?? []
      const [first, last] = [weeks[0], weeks.at(-1)]
      const isOwn = game.home.teamId === teamId || game.away?.teamId === teamId
      if (game.away === null || !isOwn || first === undefined || last === undefined) return []
      const occasion = rounds.get(game.gameId)?.name ?? `Week ${game.period}`
      return [
        {
          id: `game-${league.id}-${season}-${game.gameId}`,
          title: `${occasion}: ${nameOf(game.away.teamId)} at ${nameOf(game.home.teamId)}${scoreOf(game)}`,
          league: league.name,
          start: dayOfNflWeek(season, first, 'thursday'),
          // From Thursday through Monday.
          end: new Date(dayOfNflWeek(season, last, 'thursday').getTime() + 5 * DAY_MS),
          isAllDay: true,
          updatedAt,
        },
      ]
    })
  }
}

/** It has the same ID when it is moved. How long it takes is not known in advance. */
function listDraft({ league, season, schedule: { draftAt }, updatedAt }: StoredSeason): CalendarEvent[] {
  if (draftAt === null) return []
  return [
    {
      id: `draft-${league.id}-${season}`,
      title: `Draft: ${league.name}`,
      league: league.name,
      start: draftAt,
      end: new Date(draftAt.getTime() + DRAFT_MS),
      isAllDay: false,
      updatedAt,
    },
  ]
}

/** The final score, away team first; empty before, and in category leagues. */
function scoreOf({ result, home, away, categories }: StoredGame): string {
  if (!isDecided(result) || away === null || categories !== null) return ''
  return ` (${formatFinalScores(away.points, home.points).join('–')})`
}

function listDeadlines(league: SubscribedLeague, season: number): CalendarEvent[] {
  return Array.from({ length: BET_WEEKS }, (_, index) => {
    const week = index + 1
    const cutoff = cutoffOf({ season, week })
    return {
      id: `betslip-${league.id}-${season}-${week}`,
      title: `Betslip: Week ${week} picks lock`,
      league: league.name,
      start: cutoff,
      end: null,
      isAllDay: false,
      // It follows from the season alone.
      updatedAt: dayOfNflWeek(season, 1, 'tuesday'),
    }
  })
}
