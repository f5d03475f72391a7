import type { SettledGame } from '@fieldhouse/domain/betslip/selections'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { NflGameProgress } from '@fieldhouse/domain/nfl/game-progress'
import type { NflGame, NflWeek, NflWeekGame } from '@fieldhouse/domain/nfl/nfl-week'
import type { GameVenue } from '@fieldhouse/domain/nfl/stadiums'
import type { GameWeather } from '@fieldhouse/domain/nfl/weather'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { distinctValues } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { ReportedLine } from '../../providers/nfl/nfl-provider.ts'

/** A game with its venue. Values that no scoreboard has reported yet are null. */
export type GameWithVenue = NflGame & {
  venue: GameVenue & { isIndoor: boolean | null }
  /** Whether the game ended without a scoreboard that reported its final score. */
  lacksScore: boolean
}

export type ObservedGame = NflGame & Pick<NflWeekGame, 'progress'>

/** A bookmaker's last line before kickoff. */
export type StoredLine = ReportedLine & { fetchedAt: Date }

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
