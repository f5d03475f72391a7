import type { NflGameUpdate } from '@fieldhouse/contract/matchups'
import type { SettledGame } from '@fieldhouse/domain/betslip/selections'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { NFL_TEAMS, nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import {
  gamePhase,
  type NflGame,
  type NflGameProgress,
  type NflWeek,
  type NflWeekGame,
} from '@fieldhouse/domain/nfl/nfl-week'
import type { GameVenue, GameWeather } from '@fieldhouse/domain/nfl/weather'
import type { Insertable, Selectable } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../database/engine/database.ts'
import { distinctValues, excluded, upsert } from '../database/engine/queries.ts'
import type { Database } from '../database/schema/schema.ts'
import type {
  NflBye,
  NflSchedule,
  NflScoreboard,
  ReportedLine,
  ScoreboardGame,
} from '../providers/nfl-provider.ts'
import { recordEvent } from './change-league.ts'
import { listViewedLeagues } from './league-sources.ts'

/** A game with its venue. Values that no scoreboard has reported yet are null. */
export type GameWithVenue = NflGame & {
  venue: GameVenue & { isIndoor: boolean | null }
  /** Whether the game ended without a scoreboard that reported its final score. */
  lacksScore: boolean
}

export type ObservedGame = NflGame & Pick<NflWeekGame, 'progress'>

/** A bookmaker's last line before kickoff. */
type StoredLine = ReportedLine & { fetchedAt: Date }

export function toSettledGame({ season, week, state, progress }: ObservedGame): SettledGame {
  return {
    season,
    week,
    state,
    isCanceled: state === 'off' && progress?.hold === 'canceled',
    score: progress?.score ?? null,
  }
}

export type NflReader = ReturnType<typeof nflReader>

export function nflReader(db: Db) {
  return {
    /** The games of a week with betting lines and weather, earliest first, and the teams on bye. */
    async getWeek(season: number, week: number): Promise<NflWeek> {
      const [games, byes] = await Promise.all([listGames(season, week), this.listByes(season)])
      const ofWeek = byes.filter((bye) => bye.week === week)
      return { games, byeTeamIds: new Set(ofWeek.map(({ teamId }) => teamId)) }
    },

    listGames,

    /** Games by ID, in any week; without those that are not stored. */
    async findGames(gameIds: readonly number[]): Promise<Map<number, ObservedGame>> {
      if (gameIds.length === 0) return new Map()
      const rows = await db.selectFrom('nfl_games').selectAll().where('game_id', 'in', gameIds).execute()
      return new Map(rows.map((row) => [row.game_id, { ...toGame(row), progress: toProgress(row) }]))
    },

    /** The lines of a week's games with their odds, by game ID. */
    async listLines(season: number, week: number): Promise<Map<number, StoredLine>> {
      const rows = await db
        .selectFrom('nfl_lines as line')
        .innerJoin('nfl_games as game', 'game.game_id', 'line.game_id')
        .selectAll('line')
        .where((eb) => eb.and({ 'game.season': season, 'game.week': week }))
        .execute()
      return new Map(rows.map((row) => [row.game_id, toLine(row)]))
    },

    /** The teams on bye in the weeks of a season; empty for an unknown season. */
    listByes(season: number): Promise<{ week: number; teamId: number }[]> {
      return db
        .selectFrom('nfl_byes')
        .select(['week', 'team_id as teamId'])
        .where('season', '=', season)
        .orderBy('week')
        .orderBy('team_id')
        .execute()
    },

    /** Every game of a season, earliest first; empty for an unknown season. */
    async listSeasonGames(season: number): Promise<GameWithVenue[]> {
      const rows = await db
        .selectFrom('nfl_games')
        .selectAll()
        .where('season', '=', season)
        .orderBy('kickoff_at')
        .orderBy('game_id')
        .execute()
      return rows.map((row) => ({
        ...toGame(row),
        lacksScore: row.state === 'post' && row.observed_at === null,
        venue: {
          venueId: row.venue_id,
          venueName: row.venue_name,
          homeTeamId: row.home_team_id,
          isNeutral: toBoolean(row.is_neutral),
          isIndoor: toBoolean(row.is_indoor),
        },
      }))
    },
  }

  /** Earliest first; empty for an unknown week. */
  async function listGames(season: number, week: number): Promise<NflWeekGame[]> {
    const rows = await db
      .selectFrom('nfl_games as game')
      .leftJoin('nfl_lines as line', 'line.game_id', 'game.game_id')
      .leftJoin('nfl_weather as weather', 'weather.game_id', 'game.game_id')
      .selectAll('game')
      .select(['line.fetched_at as line_at', 'line.spread_tenths', 'line.total_tenths'])
      .select([
        'weather.kickoff_at as weather_for',
        'weather.description',
        'weather.fahrenheit',
        'weather.icon',
      ])
      .where((eb) => eb.and({ 'game.season': season, 'game.week': week }))
      .orderBy('game.kickoff_at')
      .orderBy('game.game_id')
      .execute()
    const hourOf = (at: number) => Math.floor(at / HOUR_MS)
    return rows.map(({ description, fahrenheit, icon, ...row }) => ({
      ...toGame(row),
      progress: toProgress(row),
      line:
        row.line_at === null
          ? null
          : { spread: fromTenths(row.spread_tenths), total: fromTenths(row.total_tenths) },
      // A forecast is valid for the hour of the kickoff that it was fetched for.
      weather:
        row.weather_for !== null && hourOf(row.weather_for) === hourOf(row.kickoff_at)
          ? ({ description, fahrenheit, icon } as GameWeather)
          : null,
    }))
  }
}

/** Seasons stored for any league without any stored NFL games, newest first. */
export async function listSeasonsWithoutGames(db: Db): Promise<number[]> {
  const stored = await distinctValues<number>(db, 'seasons', 'season')
  const rows = await db.selectFrom('nfl_games').select('season').distinct().execute()
  const known = new Set(rows.map(({ season }) => season))
  return stored.filter((season) => !known.has(season)).toReversed()
}

function toGame(row: Selectable<Database['nfl_games']>): NflGame {
  return {
    gameId: row.game_id,
    season: row.season,
    week: row.week,
    homeTeamId: row.home_team_id,
    awayTeamId: row.away_team_id,
    kickoff: new Date(row.kickoff_at),
    isTimeSet: row.is_time_set === 1,
    state: row.state,
  }
}

function toProgress(row: Selectable<Database['nfl_games']>): NflGameProgress | null {
  if (row.observed_at === null) return null
  const { home_score: home, away_score: away } = row
  return {
    period: row.period,
    clockSeconds: row.clock_seconds,
    score: home === null || away === null ? null : { home, away },
    hold: row.hold,
    ballTeamId: row.ball_team_id,
    isRedZone: row.is_red_zone === 1,
    observedAt: new Date(row.observed_at),
  }
}

function toLine(row: Selectable<Database['nfl_lines']>): StoredLine {
  return {
    spread: fromTenths(row.spread_tenths),
    total: fromTenths(row.total_tenths),
    bookmaker: row.bookmaker,
    odds: {
      homeMoneyline: row.home_moneyline,
      awayMoneyline: row.away_moneyline,
      homeSpread: row.home_spread_odds,
      awaySpread: row.away_spread_odds,
      over: row.over_odds,
      under: row.under_odds,
    },
    fetchedAt: new Date(row.fetched_at),
  }
}

function fromTenths(tenths: number | null): number | null {
  return tenths === null ? null : tenths / 10
}

function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

/** The fewest games per team in any season since 1978. */
const MIN_GAMES_PER_TEAM = 16

/** Adds and updates games. A complete schedule also deletes games that it no longer contains. */
export async function saveSchedule(db: Db, { season, games, byes }: NflSchedule): Promise<void> {
  await inTransaction(db, async (transaction) => {
    if (isCompleteSchedule(games))
      await transaction
        .deleteFrom('nfl_games')
        .where('season', '=', season)
        .where('game_id', 'not in', idsOf(games))
        .execute()
    await saveGames(transaction, games.map(gameRow), 'schedule')
    await saveByes(transaction, season, byes)
  })
}

/**
 * Betting lines are only updated before kickoff, so that the last one before kickoff is preserved. Tells the leagues that
 * are being viewed of the games that are in progress or have changed.
 */
export async function saveScoreboard(db: Db, scoreboard: NflScoreboard, now: Date): Promise<void> {
  const { season, week, games, byes } = scoreboard
  await inTransaction(db, async (transaction) => {
    const before = await readProgress(transaction, games)
    const rows = games.map((game) => scoreboardRow(game, now))
    await saveGames(transaction, rows, 'scoreboard')
    await saveByes(transaction, season, byes)
    const upcoming = games.filter((game) => isBeforeKickoff(game, now))
    await saveLines(transaction, upcoming, now)
    const after = await readProgress(transaction, games)
    // Open pages have to know that the state of a game in progress is still true.
    const sent = games.filter(
      ({ gameId, state }) => state === 'in' || before.get(gameId)?.progress !== after.get(gameId)?.progress,
    )
    const hasNewPhase = games.some(({ gameId }) => before.get(gameId)?.phase !== after.get(gameId)?.phase)
    await notifyViewers(transaction, { season, week, games: sent }, hasNewPhase, now)
  })
}

/** Stores the forecast of a game. Does nothing after kickoff. */
export async function saveWeather(db: Db, game: NflGame, weather: GameWeather, now: Date): Promise<void> {
  if (!isBeforeKickoff(game, now)) return
  const row = { kickoff_at: game.kickoff.getTime(), ...weather, fetched_at: now.getTime() }
  await upsert(db, 'nfl_weather', { game_id: game.gameId }, row)
}

const idsOf = (games: readonly NflGame[]) => games.map(({ gameId }) => gameId)

function isCompleteSchedule(games: readonly NflGame[]): boolean {
  const counts = new Map<number, number>()
  for (const { homeTeamId, awayTeamId } of games) {
    for (const teamId of [homeTeamId, awayTeamId]) counts.set(teamId, (counts.get(teamId) ?? 0) + 1)
  }
  return NFL_TEAMS.every(({ teamId }) => (counts.get(teamId) ?? 0) >= MIN_GAMES_PER_TEAM)
}

/** The stored progress of games, by game ID, as texts to compare. */
async function readProgress(transaction: DbTransaction, games: readonly ScoreboardGame[]) {
  if (games.length === 0) return new Map<number, { progress: string; phase: string }>()
  const rows = await transaction
    .selectFrom('nfl_games')
    .select(['game_id', 'state', 'period', 'clock_seconds', 'home_score', 'away_score', 'hold'])
    .select(['ball_team_id', 'is_red_zone'])
    .where('game_id', 'in', idsOf(games))
    .execute()
  return new Map(
    rows.map((row) => [row.game_id, { progress: JSON.stringify(row), phase: `${row.state} ${row.hold}` }]),
  )
}

/**
 * Sends the games to the leagues that are being viewed.
 * @param hasNewPhase whether a game has begun, ended, or is held up
 */
async function notifyViewers(
  transaction: DbTransaction,
  { season, week, games }: Pick<NflScoreboard, 'season' | 'week' | 'games'>,
  hasNewPhase: boolean,
  now: Date,
): Promise<void> {
  if (games.length === 0) return
  const updates = games.map((game) =>
    presentNflGame({ ...game, progress: { ...game.progress, observedAt: now } }),
  )
  for (const leagueId of await listViewedLeagues(transaction, now)) {
    await recordEvent(transaction, leagueId, { name: 'nfl', data: { season, week, games: updates } }, now)
    // How many players a team has in play and to come follows from the phases.
    if (hasNewPhase) await recordEvent(transaction, leagueId, { name: 'scoreboard', data: { season } }, now)
  }
}

type GameRow = Insertable<Database['nfl_games']>

function gameRow(game: NflGame): GameRow {
  return {
    game_id: game.gameId,
    season: game.season,
    week: game.week,
    home_team_id: game.homeTeamId,
    away_team_id: game.awayTeamId,
    kickoff_at: game.kickoff.getTime(),
    is_time_set: Number(game.isTimeSet),
    state: game.state,
  }
}

function scoreboardRow({ progress, ...game }: ScoreboardGame, now: Date): GameRow {
  return {
    ...gameRow(game),
    venue_id: game.venueId,
    venue_name: game.venueName,
    is_neutral: game.isNeutral === null ? null : Number(game.isNeutral),
    is_indoor: game.isIndoor === null ? null : Number(game.isIndoor),
    period: progress.period,
    clock_seconds: progress.clockSeconds,
    home_score: progress.score?.home ?? null,
    away_score: progress.score?.away ?? null,
    hold: progress.hold,
    ball_team_id: progress.ballTeamId,
    is_red_zone: Number(progress.isRedZone),
    observed_at: now.getTime(),
  }
}

/** A schedule reports that a game is over, but neither its progress nor its venue. */
async function saveGames(
  transaction: DbTransaction,
  rows: readonly GameRow[],
  source: 'schedule' | 'scoreboard',
): Promise<void> {
  if (rows.length === 0) return
  await transaction
    .insertInto('nfl_games')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('game_id').doUpdateSet((eb) => ({
        ...excluded('season', 'week', 'home_team_id', 'away_team_id', 'kickoff_at', 'is_time_set'),
        ...(source === 'scoreboard'
          ? {
              ...excluded('state', 'period', 'clock_seconds', 'home_score', 'away_score', 'hold'),
              ...excluded('ball_team_id', 'is_red_zone', 'observed_at'),
              venue_id: eb.fn.coalesce('excluded.venue_id', 'nfl_games.venue_id'),
              venue_name: eb.fn.coalesce('excluded.venue_name', 'nfl_games.venue_name'),
              is_neutral: eb.fn.coalesce('excluded.is_neutral', 'nfl_games.is_neutral'),
              is_indoor: eb.fn.coalesce('excluded.is_indoor', 'nfl_games.is_indoor'),
            }
          : {
              state: eb
                .case()
                .when('excluded.state', '=', 'post')
                .then(eb.ref('excluded.state'))
                .else(eb.ref('nfl_games.state'))
                .end(),
              // The last score of a game that ended unobserved is not its final score.
              observed_at: eb
                .case()
                .when(eb.and([eb('excluded.state', '=', 'post'), eb('nfl_games.state', '!=', 'post')]))
                .then(null)
                .else(eb.ref('nfl_games.observed_at'))
                .end(),
            }),
      })),
    )
    .execute()
}

async function saveByes(transaction: DbTransaction, season: number, byes: readonly NflBye[]) {
  if (byes.length === 0) return
  await transaction
    .insertInto('nfl_byes')
    .values(byes.map(({ teamId, week }) => ({ season, team_id: teamId, week })))
    .onConflict((conflict) => conflict.columns(['season', 'team_id']).doUpdateSet(excluded('week')))
    .execute()
}

async function saveLines(transaction: DbTransaction, games: readonly ScoreboardGame[], now: Date) {
  const rows = games.flatMap(({ gameId, line }) =>
    line === null
      ? []
      : {
          game_id: gameId,
          spread_tenths: toTenths(line.spread),
          total_tenths: toTenths(line.total),
          home_moneyline: line.odds.homeMoneyline,
          away_moneyline: line.odds.awayMoneyline,
          home_spread_odds: line.odds.homeSpread,
          away_spread_odds: line.odds.awaySpread,
          over_odds: line.odds.over,
          under_odds: line.odds.under,
          bookmaker: line.bookmaker,
          fetched_at: now.getTime(),
        },
  )
  if (rows.length === 0) return
  await transaction
    .insertInto('nfl_lines')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('game_id').doUpdateSet((eb) => ({
        spread_tenths: eb.fn.coalesce('excluded.spread_tenths', 'nfl_lines.spread_tenths'),
        total_tenths: eb.fn.coalesce('excluded.total_tenths', 'nfl_lines.total_tenths'),
        // Odds belong to their line, so those of an earlier one are not kept.
        ...excluded('home_moneyline', 'away_moneyline', 'home_spread_odds', 'away_spread_odds'),
        ...excluded('over_odds', 'under_odds', 'bookmaker', 'fetched_at'),
      })),
    )
    .execute()
}

function isBeforeKickoff({ state, kickoff, isTimeSet }: NflGame, now: Date): boolean {
  return state === 'pre' && (!isTimeSet || kickoff.getTime() > now.getTime())
}

function toTenths(points: number | null): number | null {
  return points === null ? null : Math.round(points * 10)
}

export function presentNflGame(
  game: Pick<NflWeekGame, 'homeTeamId' | 'awayTeamId' | 'kickoff' | 'isTimeSet' | 'state' | 'progress'>,
): NflGameUpdate {
  const { progress } = game
  return {
    phase: gamePhase(game),
    kickoff_ts: game.isTimeSet && game.state !== 'off' ? game.kickoff.getTime() : null,
    home_team: nflTeamById(game.homeTeamId)?.abbrev ?? '',
    away_team: nflTeamById(game.awayTeamId)?.abbrev ?? '',
    home_score: progress?.score?.home ?? null,
    away_score: progress?.score?.away ?? null,
    period: progress?.period ?? null,
    clock_seconds: progress?.clockSeconds ?? null,
    ball_team: nflTeamById(progress?.ballTeamId ?? 0)?.abbrev ?? null,
    is_red_zone: progress?.isRedZone ?? false,
    observed_ts: progress?.observedAt.getTime() ?? null,
  }
}
