import { nflTeamById } from '@fieldhouse/domain/nfl-teams'
import type { NflGameState } from '@fieldhouse/domain/nfl-week'
import { z } from 'zod'
import { Flag, lenient, lenientList, Text } from '../espn/fields.ts'
import { normalizeWhitespace } from '../espn/normalize-whitespace.ts'
import { ProviderError } from '../provider-error.ts'
import { Odds, toBettingLine } from './betting-line.ts'
import { isInSeason } from './kickoff.ts'
import type { NflScoreboard, ScoreboardGame } from './nfl-provider.ts'

const REGULAR_SEASON = 2

/** A number that the site writes as text. */
const Id = z
  .union([z.int(), z.string().regex(/^\d{1,12}$/)])
  .transform(Number)
  .pipe(z.int().positive())

const Competitor = z.object({ homeAway: z.enum(['home', 'away']), team: z.object({ id: Id }) })

const Competition = z.object({
  neutralSite: Flag,
  timeValid: Flag,
  status: lenient(z.object({ isTBDFlex: Flag })),
  venue: lenient(z.object({ id: lenient(Id), fullName: Text, indoor: Flag })),
  competitors: z.array(Competitor),
  odds: Odds,
})

const Event = z.object({
  id: Id,
  /** UTC without seconds. */
  date: z.string(),
  status: z.object({ type: z.object({ name: Text, state: z.enum(['pre', 'in', 'post']) }) }),
  competitions: z.array(Competition).min(1),
})

const Body = z.object({
  season: z.object({ type: z.int(), year: z.int() }),
  week: z.object({ number: z.int(), teamsOnBye: lenientList(z.object({ id: Id })) }),
  events: z.array(z.unknown()),
})

/**
 * The scoreboard of a week of the regular season. Throws `wrong_league` when it is of another
 * week: weeks before the season count from 1 too. A game that cannot be understood is left out.
 */
export function translateScoreboard(json: unknown, asked: { season: number; week: number }): NflScoreboard {
  const parsed = Body.safeParse(json)
  if (!parsed.success) throw new ProviderError('unexpected_shape', z.prettifyError(parsed.error))
  const { season, week, events } = parsed.data
  if (season.type !== REGULAR_SEASON || season.year !== asked.season || week.number !== asked.week) {
    const found = `season ${season.year}, type ${season.type}, week ${week.number}`
    throw new ProviderError('wrong_league', `asked for ${asked.season}, week ${asked.week}, got ${found}`)
  }
  const games = events.map((event) => toGame(event, asked)).filter((game) => game !== null)
  if (games.length === 0 && events.length > 0) {
    throw new ProviderError('unexpected_shape', `none of ${events.length} games can be understood`)
  }
  const resting = (week.teamsOnBye ?? []).filter(({ id }) => nflTeamById(id) !== null)
  return {
    season: asked.season,
    week: asked.week,
    games,
    byes: resting.map(({ id }) => ({ teamId: id, week: asked.week })),
  }
}

function toGame(event: unknown, { season, week }: { season: number; week: number }): ScoreboardGame | null {
  const parsed = Event.safeParse(event)
  const competition = parsed.data?.competitions[0]
  if (!parsed.success || competition === undefined) return null
  const { id, date, status } = parsed.data
  const { competitors, venue, neutralSite, timeValid, odds } = competition
  const teamAt = (side: 'home' | 'away') => competitors.find(({ homeAway }) => homeAway === side)?.team.id
  const [homeTeamId = 0, awayTeamId = 0] = [teamAt('home'), teamAt('away')]
  const kickoff = new Date(date)
  // Anything but two teams of the NFL is no game of the regular season.
  if (nflTeamById(homeTeamId) === null || nflTeamById(awayTeamId) === null || !isInSeason(kickoff, season))
    return null
  return {
    gameId: id,
    season,
    week,
    homeTeamId,
    awayTeamId,
    kickoff,
    isTimeSet: timeValid !== false && competition.status?.isTBDFlex !== true,
    state: stateOf(status.type),
    venueId: venue?.id ?? null,
    venueName: normalizeWhitespace(venue?.fullName) || null,
    isNeutral: neutralSite ?? null,
    isIndoor: venue?.indoor ?? null,
    line: toBettingLine(odds, { homeTeamId, awayTeamId }),
  }
}

function stateOf({
  name,
  state,
}: {
  name?: string | null | undefined
  state: 'pre' | 'in' | 'post'
}): NflGameState {
  return /^STATUS_(?:POSTPONED|CANCELL?ED)$/.test(name ?? '') ? 'off' : state
}
