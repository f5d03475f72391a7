import type { NflGameHold, NflGameState } from '@fieldhouse/domain/nfl/game-progress'
import type { WeatherIcon } from '@fieldhouse/domain/nfl/weather'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { insertInBatches } from '../../database/engine/batches.ts'
import type { Database } from '../../database/schema/schema.ts'

const STATES: Record<NflGameState, true> = { pre: true, in: true, post: true, off: true }
const HOLDS: Record<NflGameHold, true> = { halftime: true, delayed: true, canceled: true }
const ICONS: Record<WeatherIcon, true> = {
  sun: true,
  moon: true,
  'sun-cloud-small': true,
  'moon-cloud-small': true,
  'sun-cloud': true,
  'moon-cloud': true,
  cloud: true,
  fog: true,
  drizzle: true,
  sleet: true,
  rain: true,
  snow: true,
  showers: true,
  storm: true,
  roof: true,
}

const Flag = z.union([z.literal(0), z.literal(1)])
const ShortText = z.string().max(200)

const OptionalInt = z.int().nullable().default(null)

/** Archives of 0.1.0 do not have these columns. */
const PROGRESS = {
  period: OptionalInt,
  clock_seconds: OptionalInt,
  home_score: OptionalInt,
  away_score: OptionalInt,
  hold: z
    .enum(Object.keys(HOLDS) as NflGameHold[])
    .nullable()
    .default(null),
  ball_team_id: OptionalInt,
  is_red_zone: Flag.nullable().default(null),
  observed_at: OptionalInt,
}

/** American odds. Earlier archives do not have these columns. */
const ODDS = {
  home_moneyline: OptionalInt,
  away_moneyline: OptionalInt,
  home_spread_odds: OptionalInt,
  away_spread_odds: OptionalInt,
  over_odds: OptionalInt,
  under_odds: OptionalInt,
}

const ArchivedNflData = z.object({
  nfl_games: z.array(
    z.strictObject({
      game_id: z.int(),
      season: z.int(),
      week: z.int(),
      home_team_id: z.int(),
      away_team_id: z.int(),
      kickoff_at: z.int(),
      is_time_set: Flag,
      state: z.enum(Object.keys(STATES) as NflGameState[]),
      venue_id: z.int().nullable(),
      venue_name: ShortText.nullable(),
      is_neutral: Flag.nullable(),
      is_indoor: Flag.nullable(),
      ...PROGRESS,
    }),
  ),
  nfl_byes: z.array(z.strictObject({ season: z.int(), team_id: z.int(), week: z.int() })),
  nfl_lines: z.array(
    z.strictObject({
      game_id: z.int(),
      spread_tenths: z.int().nullable(),
      total_tenths: z.int().nullable(),
      ...ODDS,
      bookmaker: ShortText.nullable(),
      fetched_at: z.int(),
    }),
  ),
  nfl_weather: z.array(
    z.strictObject({
      game_id: z.int(),
      kickoff_at: z.int(),
      description: ShortText.nullable(),
      fahrenheit: z.int().nullable(),
      icon: z.enum(Object.keys(ICONS)).nullable(),
      fetched_at: z.int(),
    }),
  ),
})

type GameKey = { game_id: number; season: number; week: number; home_team_id: number; away_team_id: number }

/**
 * Adds the NFL data of a league archive that this server doesn't have. What is stored stays, because all leagues
 * share it. A game is left out if one of its teams has another game in that week, and so are the line and the
 * weather of a game that is stored with another week or other teams. Throws a ZodError for a value that this
 * release cannot have written.
 */
export async function addArchivedNflData(
  transaction: Transaction<Database>,
  rows: ReadonlyMap<string, readonly unknown[]>,
): Promise<void> {
  const data = ArchivedNflData.parse(
    Object.fromEntries(Object.keys(ArchivedNflData.shape).map((table) => [table, rows.get(table) ?? []])),
  )
  const seasons = [...new Set(data.nfl_games.map(({ season }) => season))]
  if (seasons.length === 0) return
  const stored = await listStoredGames(transaction, seasons)
  const storedIds = new Set(stored.map(({ game_id }) => game_id))
  const busyTeams = new Set(stored.flatMap(teamWeeksOf))
  const added = data.nfl_games.filter(
    (game) => !storedIds.has(game.game_id) && !teamWeeksOf(game).some((key) => busyTeams.has(key)),
  )
  await insertInBatches(added, (batch) => transaction.insertInto('nfl_games').values(batch).execute())
  await insertInBatches(data.nfl_byes, (batch) =>
    transaction
      .insertInto('nfl_byes')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

  const keys = new Set([...stored, ...added].map(gameKeyOf))
  const sameGames = new Set(
    data.nfl_games.filter((game) => keys.has(gameKeyOf(game))).map(({ game_id }) => game_id),
  )
  const isOfSameGame = ({ game_id }: { game_id: number }) => sameGames.has(game_id)
  await insertInBatches(data.nfl_lines.filter(isOfSameGame), (batch) =>
    transaction
      .insertInto('nfl_lines')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await insertInBatches(data.nfl_weather.filter(isOfSameGame), (batch) =>
    transaction
      .insertInto('nfl_weather')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

function listStoredGames(transaction: Transaction<Database>, seasons: readonly number[]): Promise<GameKey[]> {
  return transaction
    .selectFrom('nfl_games')
    .select(['game_id', 'season', 'week', 'home_team_id', 'away_team_id'])
    .where('season', 'in', seasons)
    .execute()
}

const gameKeyOf = ({ game_id, season, week, home_team_id, away_team_id }: GameKey) =>
  [game_id, season, week, home_team_id, away_team_id].join(' ')

const teamWeeksOf = ({ season, week, home_team_id, away_team_id }: GameKey) =>
  [home_team_id, away_team_id].map((team) => [season, week, team].join(' '))
