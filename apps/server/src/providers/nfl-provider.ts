import { toAmericanOdds } from '@fieldhouse/domain/betslip/odds'
import { MAX_SPREAD, TOTAL_RANGE } from '@fieldhouse/domain/betslip/selections'
import { nflTeamByAbbrev, nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type {
  NflGame,
  NflGameHold,
  NflGameProgress,
  NflGameState,
  NflLine,
  NflOdds,
} from '@fieldhouse/domain/nfl/nfl-week'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { z } from 'zod'
import { positionOf } from './espn/archive.ts'
import { Id as EspnId } from './espn/bodies.ts'
import { FANTASY_PATH } from './espn/espn-provider.ts'
import { Flag, LenientInt, lenient, lenientList, normalizeWhitespace, readAs, Text } from './fields.ts'
import { ProviderError } from './http/attempts.ts'
import { type WebClientOptions, type WebResponse, webClient } from './http/web-client.ts'

/** A source of NFL games and players. Methods return null for missing data. Failures are ProviderErrors. */
export interface NflProvider {
  readSchedule(request: { season: number; signal?: AbortSignal }): Promise<NflSchedule | null>
  readScoreboard(request: ScoreboardRequest): Promise<NflScoreboard | null>
  readPlayers(request: { season: number; signal?: AbortSignal }): Promise<NflPlayer[] | null>
}

type ScoreboardRequest = {
  season: number
  week: number
  /** Whether this is the current week, so the provider's default scoreboard may be used as a fallback. */
  isRunning: boolean
  signal?: AbortSignal
}

export type NflBye = { teamId: number; week: number }

export type NflSchedule = {
  season: number
  /** `state` is `pre` or `post` only. */
  games: NflGame[]
  byes: NflBye[]
}

export type NflScoreboard = {
  season: number
  week: number
  games: ScoreboardGame[]
  byes: NflBye[]
}

/** A bookmaker's line, with the odds that it reports. */
export type ReportedLine = NflLine & { bookmaker: string | null; odds: NflOdds }

export type ScoreboardGame = NflGame & {
  venueId: number | null
  venueName: string | null
  isNeutral: boolean | null
  /** Whether the stadium has a roof, open or closed; null when unknown. */
  isIndoor: boolean | null
  line: ReportedLine | null
  progress: Omit<NflGameProgress, 'observedAt'>
}

const SCOREBOARD_PATH = 'apis/site/v2/sports/football/nfl/scoreboard'

const NO_TEAM = 0

const PlayersBody = lenientList(
  z.object({ id: EspnId, fullName: Text, defaultPositionId: LenientInt, proTeamId: LenientInt }),
)

const DEFAULT_SITE = 'https://site.api.espn.com'
const FALLBACK_SITE = 'https://site.web.api.espn.com'

const MAX_CONCURRENT_REQUESTS = 2

type NflProviderOptions = Omit<WebClientOptions, 'baseUrl'> & {
  /** The URLs have no slash at the end. */
  fantasyUrl: string
  siteUrl: string
  /** Serves the same paths as the site, for when that refuses a request; null without one. Only ESPN's site has one. */
  fallbackUrl?: string | null
}

/** Creates a provider that reads from ESPN. Source: outside data, 2 and 3. */
export function createNflProvider({
  fantasyUrl,
  siteUrl,
  fallbackUrl = siteUrl === DEFAULT_SITE ? FALLBACK_SITE : null,
  ...options
}: NflProviderOptions): NflProvider {
  const createClient = (baseUrl: string) =>
    webClient({ ...options, baseUrl, maxConcurrent: MAX_CONCURRENT_REQUESTS })
  const fantasy = createClient(`${fantasyUrl}${FANTASY_PATH}`)
  const site = createClient(siteUrl)
  const fallbackSite = fallbackUrl === null ? null : createClient(fallbackUrl)
  return {
    async readSchedule({ season, signal }) {
      const query = { view: 'proTeamSchedules_wl' }
      const response = await fantasy.getJson({ path: `seasons/${season}`, query, signal })
      return response === null ? null : translateSchedule(response.json, season)
    },

    async readPlayers({ season, signal }) {
      const query = { scoringPeriodId: '0', view: 'players_wl' }
      const response = await fantasy.getJson({ path: `seasons/${season}/players`, query, signal })
      return response === null ? null : translatePlayers(response.json)
    },

    async readScoreboard(request) {
      const { season, week, isRunning, signal } = request
      const query = { dates: `${season}`, seasontype: '2', week: `${week}` }
      const current = { path: SCOREBOARD_PATH, signal }
      return firstNotRefused(request, [
        () => site.getJson({ ...current, query }),
        ...(fallbackSite === null ? [] : [() => fallbackSite.getJson({ ...current, query })]),
        // On some networks, only the URL without a query is allowed. It shows the current week.
        ...(isRunning ? [() => site.getJson(current)] : []),
      ])
    },
  }
}

async function firstNotRefused(
  request: ScoreboardRequest,
  attempts: readonly (() => Promise<WebResponse | null>)[],
): Promise<NflScoreboard | null> {
  let refusal: unknown
  for (const attempt of attempts) {
    try {
      const response = await attempt()
      return response === null ? null : translateScoreboard(response.json, request)
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.failure === 'refused'
      if (!isRefused && refusal === undefined) throw error
      refusal ??= error
    }
  }
  throw refusal
}

/** Translates the fantasy API's list of players. Players without a name are skipped. */
function translatePlayers(json: unknown): NflPlayer[] {
  const players = (PlayersBody.parse(json) ?? []).flatMap(
    ({ id, fullName, defaultPositionId, proTeamId }) => {
      const name = normalizeWhitespace(fullName)
      const nflTeamId = proTeamId === NO_TEAM ? null : (proTeamId ?? null)
      return name === '' ? [] : [{ playerId: id, name, position: positionOf(defaultPositionId), nflTeamId }]
    },
  )
  if (players.length === 0) throw new ProviderError('unexpected_shape', 'the list of players is empty')
  return players
}

const LAST_WEEK = 18

const ScheduledGameEntry = z.object({
  id: z.int().positive(),
  homeProTeamId: z.int(),
  awayProTeamId: z.int(),
  /** Milliseconds since the Unix epoch. */
  date: z.int(),
  startTimeTBD: Flag,
  statsOfficial: Flag,
})

const ScheduledTeamEntry = z.object({
  id: z.int(),
  byeWeek: LenientInt,
  proGamesByScoringPeriod: lenient(z.record(z.string(), lenientList(ScheduledGameEntry))),
})

const ScheduleBody = z.object({ settings: z.object({ proTeams: z.array(ScheduledTeamEntry) }) })

/** Translates the fantasy API's list of teams, which contains each game twice. Invalid games are skipped. */
function translateSchedule(json: unknown, season: number): NflSchedule {
  const { settings } = readAs(ScheduleBody, json)
  const teams = settings.proTeams.filter(({ id }) => nflTeamById(id) !== null)
  const games = new Map<number, NflGame>()
  for (const { proGamesByScoringPeriod } of teams) {
    for (const [week, entries] of Object.entries(proGamesByScoringPeriod ?? {})) {
      for (const entry of entries ?? []) {
        const game = toScheduledGame(entry, season, Number(week))
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

function toScheduledGame(
  entry: z.output<typeof ScheduledGameEntry>,
  season: number,
  week: number,
): NflGame | null {
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
function isInSeason(kickoff: Date, season: number): boolean {
  const time = kickoff.getTime()
  return time >= Date.UTC(season, 7, 1) && time < Date.UTC(season + 1, 2, 1)
}

const TeamOdds = lenient(
  z.object({ favorite: Flag, moneyLine: lenient(z.number()), spreadOdds: lenient(z.number()) }),
)

/** Any element may be null. */
const Odds = lenientList(
  z.object({
    provider: lenient(z.object({ name: Text, priority: lenient(z.number()) })),
    details: Text,
    spread: lenient(z.number()),
    overUnder: lenient(z.number()),
    overOdds: lenient(z.number()),
    underOdds: lenient(z.number()),
    homeTeamOdds: TeamOdds,
    awayTeamOdds: TeamOdds,
  }),
)

type OddsEntry = NonNullable<z.output<typeof Odds>>[number]

type GameTeams = { homeTeamId: number; awayTeamId: number }

/**
 * Of the bookmaker with the highest priority, ignoring live odds. null when it has neither a spread nor a total.
 * Source: outside data, 4.
 */
function toBettingLine(odds: z.output<typeof Odds>, teams: GameTeams): ReportedLine | null {
  const [first] = (odds ?? [])
    .filter(({ provider }) => !/\blive\b/i.test(provider?.name ?? ''))
    .sort((a, b) => (a.provider?.priority ?? 0) - (b.provider?.priority ?? 0))
  if (first === undefined) return null
  const spread = homeSpread(first, teams)
  const { overUnder } = first
  const isTotal = overUnder != null && overUnder >= TOTAL_RANGE.min && overUnder <= TOTAL_RANGE.max
  const total = isTotal ? overUnder : null
  if (spread === null && total === null) return null
  return { spread, total, bookmaker: first.provider?.name ?? null, odds: toOdds(first) }
}

/** A value that is not American odds, such as 0 or decimal odds, is left out. */
function toOdds({ homeTeamOdds: home, awayTeamOdds: away, ...entry }: OddsEntry): NflOdds {
  const american = (value: number | null | undefined) => (value == null ? null : toAmericanOdds(value))
  return {
    homeMoneyline: american(home?.moneyLine),
    awayMoneyline: american(away?.moneyLine),
    homeSpread: american(home?.spreadOdds),
    awaySpread: american(away?.spreadOdds),
    over: american(entry.overOdds),
    under: american(entry.underOdds),
  }
}

/** Returns the home team's spread. If one team is flagged as the favorite, the flag decides the sign. */
function homeSpread(entry: OddsEntry, teams: GameTeams): number | null {
  const spread = entry.spread ?? parseSpread(entry.details ?? '', teams)
  if (spread === null || Math.abs(spread) > MAX_SPREAD) return null
  const isHomeFavorite = entry.homeTeamOdds?.favorite === true
  const isAwayFavorite = entry.awayTeamOdds?.favorite === true
  if (spread === 0 || isHomeFavorite === isAwayFavorite) return spread + 0
  return isHomeFavorite ? -Math.abs(spread) : Math.abs(spread)
}

/** Parses details such as `PHI -7.5`, which name one of the two teams and its spread. */
function parseSpread(details: string, { homeTeamId, awayTeamId }: GameTeams): number | null {
  const text = details.trim()
  if (/^(?:even|pk|pick)$/i.test(text)) return 0
  const [, abbrev = '', points = ''] = /^([a-z]{2,3}) ([+-]?\d+(?:\.\d+)?)$/i.exec(text) ?? []
  const teamId = nflTeamByAbbrev(abbrev)?.teamId
  if (teamId === homeTeamId) return Number(points)
  return teamId === awayTeamId ? 0 - Number(points) : null
}

const REGULAR_SEASON = 2
const QUARTER_SECONDS = 900

/** A number that the site may send as text. */
const Id = z
  .union([z.int(), z.string().regex(/^\d{1,12}$/)])
  .transform(Number)
  .pipe(z.int().positive())

/** A score, which the site sends as text. */
const NflScore = lenient(
  z
    .union([z.int(), z.string().regex(/^\d{1,3}$/)])
    .transform(Number)
    .pipe(z.int().min(0).max(999)),
)

const Competitor = z.object({
  homeAway: z.enum(['home', 'away']),
  team: z.object({ id: Id }),
  score: NflScore,
})

const Competition = z.object({
  neutralSite: Flag,
  timeValid: Flag,
  status: lenient(z.object({ isTBDFlex: Flag })),
  venue: lenient(z.object({ id: lenient(Id), fullName: Text, indoor: Flag })),
  competitors: z.array(Competitor),
  situation: lenient(z.object({ possession: lenient(Id), isRedZone: Flag })),
  odds: Odds,
})

const Event = z.object({
  id: Id,
  /** ISO 8601 in UTC, without seconds. */
  date: z.string(),
  status: z.object({
    type: z.object({ name: Text, state: z.enum(['pre', 'in', 'post']) }),
    period: lenient(z.int().min(0).max(99)),
    /** Seconds left in the period. */
    clock: lenient(z.number().min(0).max(QUARTER_SECONDS)),
  }),
  competitions: z.array(Competition).min(1),
})

const ScoreboardBody = z.object({
  season: z.object({ type: z.int(), year: z.int() }),
  week: z.object({ number: z.int(), teamsOnBye: lenientList(z.object({ id: Id })) }),
  events: z.array(z.unknown()),
})

/**
 * Throws `wrong_league` for a different week; the season type is checked too, because preseason weeks also start at 1.
 * Invalid games are skipped.
 */
function translateScoreboard(json: unknown, requested: { season: number; week: number }): NflScoreboard {
  const { season, week, events } = readAs(ScoreboardBody, json)
  if (season.type !== REGULAR_SEASON || season.year !== requested.season || week.number !== requested.week) {
    const found = `season ${season.year}, type ${season.type}, week ${week.number}`
    throw new ProviderError(
      'wrong_league',
      `expected ${requested.season}, week ${requested.week}, received ${found}`,
    )
  }
  const games = events.map((event) => toScoreboardGame(event, requested)).filter((game) => game !== null)
  if (games.length === 0 && events.length > 0) {
    throw new ProviderError('unexpected_shape', `none of ${events.length} games is valid`)
  }
  const teamsOnBye = (week.teamsOnBye ?? []).filter(({ id }) => nflTeamById(id) !== null)
  return {
    season: requested.season,
    week: requested.week,
    games,
    byes: teamsOnBye.map(({ id }) => ({ teamId: id, week: requested.week })),
  }
}

function toScoreboardGame(
  event: unknown,
  { season, week }: { season: number; week: number },
): ScoreboardGame | null {
  const parsed = Event.safeParse(event)
  const competition = parsed.data?.competitions[0]
  if (!parsed.success || competition === undefined) return null
  const { id, date, status } = parsed.data
  const { competitors, venue, neutralSite, timeValid, odds } = competition
  const teamIdOf = (side: 'home' | 'away') => competitors.find(({ homeAway }) => homeAway === side)?.team.id
  const [homeTeamId = 0, awayTeamId = 0] = [teamIdOf('home'), teamIdOf('away')]
  const kickoff = new Date(date)
  // Every regular-season game has two known NFL teams.
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
    progress: toProgress(status, competition),
  }
}

type Status = z.output<typeof Event>['status']

function toProgress(
  { type, period, clock }: Status,
  { competitors, situation }: z.output<typeof Competition>,
): ScoreboardGame['progress'] {
  const scoreOf = (side: 'home' | 'away') => competitors.find(({ homeAway }) => homeAway === side)?.score
  const [home, away] = [scoreOf('home'), scoreOf('away')]
  const isPlayed = type.state !== 'pre'
  const ballTeamId = situation?.possession ?? null
  return {
    period: isPlayed && period != null && period > 0 ? period : null,
    clockSeconds: isPlayed && clock != null ? Math.ceil(clock) : null,
    // The site reports 0 before kickoff.
    score: isPlayed && home != null && away != null ? { home, away } : null,
    hold: holdOf(type.name ?? ''),
    ballTeamId: type.state === 'in' ? ballTeamId : null,
    isRedZone: type.state === 'in' && ballTeamId !== null && situation?.isRedZone === true,
  }
}

function holdOf(name: string): NflGameHold | null {
  if (/CANCELL?ED$/.test(name)) return 'canceled'
  if (/DELAY(?:ED)?$|SUSPENDED$/.test(name)) return 'delayed'
  return name === 'STATUS_HALFTIME' ? 'halftime' : null
}

function stateOf({ name, state }: Status['type']): NflGameState {
  return /^STATUS_(?:POSTPONED|CANCELL?ED)$/.test(name ?? '') ? 'off' : state
}
