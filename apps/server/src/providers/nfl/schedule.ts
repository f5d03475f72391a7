import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflGame } from '@fieldhouse/domain/nfl/nfl-week'
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import { Flag, LenientInt, lenient, lenientList } from '../schemas/fields.ts'
import type { NflSchedule } from './nfl-provider.ts'

const LAST_WEEK = 18

const GameEntry = z.object({
  id: z.int().positive(),
  homeProTeamId: z.int(),
  awayProTeamId: z.int(),
  /** Milliseconds since the Unix epoch. */
  date: z.int(),
  startTimeTBD: Flag,
  statsOfficial: Flag,
})

const TeamEntry = z.object({
  id: z.int(),
  byeWeek: LenientInt,
  proGamesByScoringPeriod: lenient(z.record(z.string(), lenientList(GameEntry))),
})

const Body = z.object({ settings: z.object({ proTeams: z.array(TeamEntry) }) })

/** Translates the fantasy API's list of teams, which contains each game twice. Invalid games are skipped. */
export function translateSchedule(json: unknown, season: number): NflSchedule {
  const parsed = Body.safeParse(json)
  if (!parsed.success) throw new ProviderError('unexpected_shape', z.prettifyError(parsed.error))
  const teams = parsed.data.settings.proTeams.filter(({ id }) => nflTeamById(id) !== null)
  const games = new Map<number, NflGame>()
  for (const { proGamesByScoringPeriod } of teams) {
    for (const [week, entries] of Object.entries(proGamesByScoringPeriod ?? {})) {
      for (const entry of entries ?? []) {
        const game = toGame(entry, season, Number(week))
        if (game !== null) games.set(game.gameId, game)
      }
    }
  }
  if (games.size === 0) throw new ProviderError('unexpected_shape', `the ${season} schedule has no games`)
  return {
    season,
    games: [...games.values()],
    byes: teams.flatMap(({ id, byeWeek }) =>
      byeWeek !== null && byeWeek !== undefined && isWeek(byeWeek) ? { teamId: id, week: byeWeek } : [],
    ),
  }
}

function toGame(entry: z.output<typeof GameEntry>, season: number, week: number): NflGame | null {
  const kickoff = new Date(entry.date)
  const hasKnownTeams = nflTeamById(entry.homeProTeamId) !== null && nflTeamById(entry.awayProTeamId) !== null
  if (!hasKnownTeams || !isWeek(week) || !isInSeason(kickoff, season)) return null
  return {
    gameId: entry.id,
    season,
    week,
    homeTeamId: entry.homeProTeamId,
    awayTeamId: entry.awayProTeamId,
    kickoff,
    isTimeSet: entry.startTimeTBD !== true,
    state: entry.statsOfficial === true ? 'post' : 'pre',
  }
}

function isWeek(week: number): boolean {
  return Number.isInteger(week) && week >= 1 && week <= LAST_WEEK
}

/** Whether a kickoff is between August 1 and the end of February of the given season, in UTC. */
export function isInSeason(kickoff: Date, season: number): boolean {
  const time = kickoff.getTime()
  return time >= Date.UTC(season, 7, 1) && time < Date.UTC(season + 1, 2, 1)
}
