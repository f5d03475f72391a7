import { NFL_GAME_HOLDS, NFL_GAME_STATES } from '@fieldhouse/domain/nfl/game-progress'
import { WEATHER_ICONS } from '@fieldhouse/domain/nfl/weather'
import { z } from 'zod'
import { insertInBatches } from '../../database/engine/batches.ts'
import type { DbTransaction } from '../../database/engine/database.ts'

const Flag = z.union([z.literal(0), z.literal(1)])
const ShortText = z.string().max(200)

const OptionalInt = z.int().nullable().default(null)

/** Archives of 0.1.0 do not have these columns. */
const PROGRESS = {
  period: OptionalInt,
  clock_seconds: OptionalInt,
  home_score: OptionalInt,
  away_score: OptionalInt,
  hold: z.enum(NFL_GAME_HOLDS).nullable().default(null),
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
      state: z.enum(NFL_GAME_STATES),
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
      icon: z.enum(WEATHER_ICONS).nullable(),
      fetched_at: z.int(),
    }),
  ),
})

/**
 * What is stored stays, because all leagues share it. A game is left out if one of its teams has another game in that
 * week, and so are the line and the weather of a game that is stored with another week or other teams. Throws a
 * ZodError for a value that this release cannot have written.
 */
export async function addArchivedNflData(
  transaction: DbTransaction,
  rows: ReadonlyMap<string, readonly unknown[]>,
): Promise<void> {
  const data = ArchivedNflData.parse(
    Object.fromEntries(Object.keys(ArchivedNflData.shape).map((table) => [table, rows.get(table) ?? []])),
  )
  const seasons = [...new Set(data.nfl_games.map(({ season }) => season))]
  if (seasons.length === 0) return
  const stored = await transaction
    .selectFrom('nfl_games')
    .select(GAME_KEY)
    .where('season', 'in', seasons)
    .execute()
  const storedIds = new Set(stored.map(({ game_id }) => game_id))
  const busyTeams = new Set(stored.flatMap(teamWeeksOf))
  const added = data.nfl_games.filter(
    (game) => !storedIds.has(game.game_id) && !teamWeeksOf(game).some((key) => busyTeams.has(key)),
  )
  await insertInBatches(added, (batch) => transaction.insertInto('nfl_games').values(batch).execute())
  const keys = new Set([...stored, ...added].map(gameKeyOf))
  const sameGames = new Set(
    data.nfl_games.filter((game) => keys.has(gameKeyOf(game))).map(({ game_id }) => game_id),
  )
  const isOfSameGame = ({ game_id }: { game_id: number }) => sameGames.has(game_id)
  await addMissing('nfl_byes', data.nfl_byes)
  await addMissing('nfl_lines', data.nfl_lines.filter(isOfSameGame))
  await addMissing('nfl_weather', data.nfl_weather.filter(isOfSameGame))

  async function addMissing(table: 'nfl_byes' | 'nfl_lines' | 'nfl_weather', missing: readonly object[]) {
    await insertInBatches(missing, (batch) =>
      transaction
        .insertInto(table)
        .values(batch as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
}

const GAME_KEY = ['game_id', 'season', 'week', 'home_team_id', 'away_team_id'] as const
type GameKey = Record<(typeof GAME_KEY)[number], number>

const gameKeyOf = (game: GameKey) => GAME_KEY.map((column) => game[column]).join(' ')

const teamWeeksOf = ({ season, week, home_team_id, away_team_id }: GameKey) =>
  [home_team_id, away_team_id].map((team) => [season, week, team].join(' '))
