import type { Points } from '@fieldhouse/domain/points'
import {
  DECIDED_INTERVAL_MS,
  type TimelineChange,
  type TimelinePoint,
  thinTimeline,
} from '@fieldhouse/domain/rosters/timeline'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'

/** How the score and the win probability of a game changed, in order; empty for a game that was not followed live. */
export async function listTimelinePoints(
  db: Db,
  leagueId: number,
  season: number,
  gameId: number,
): Promise<TimelinePoint[]> {
  const rows = await db
    .selectFrom('game_timeline_points')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, season, game_id: gameId }))
    .orderBy('at')
    .execute()
  return rows.map(toPoint)
}

/** The last point of each of the games, by game ID. Games without a timeline are missing. */
export async function listLastPoints(
  db: Db,
  leagueId: number,
  season: number,
  gameIds: readonly number[],
): Promise<Map<number, TimelinePoint>> {
  if (gameIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('game_timeline_points as point')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('game_id', 'in', gameIds)
    .where('at', '=', (eb) =>
      eb
        .selectFrom('game_timeline_points as other')
        .select(({ fn }) => fn.max('other.at').as('at'))
        .whereRef('other.league_id', '=', 'point.league_id')
        .whereRef('other.season', '=', 'point.season')
        .whereRef('other.game_id', '=', 'point.game_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.game_id, toPoint(row)]))
}

/** Stores a new point of a game. When it decides the game, the timeline is thinned. */
export async function saveTimelineChange(
  transaction: DbTransaction,
  { leagueId, season, gameId }: { leagueId: number; season: number; gameId: number },
  { point, replaces }: TimelineChange,
): Promise<void> {
  const ofGame = transaction
    .deleteFrom('game_timeline_points')
    .where((eb) => eb.and({ league_id: leagueId, season, game_id: gameId }))
  if (replaces !== null) await ofGame.where('at', '=', replaces.getTime()).execute()
  await transaction
    .insertInto('game_timeline_points')
    .values({
      league_id: leagueId,
      season,
      game_id: gameId,
      at: point.at.getTime(),
      state: point.state,
      home_points: point.home,
      away_points: point.away,
      home_probability: Math.round(point.homeProbability * PROBABILITY_UNIT),
    })
    .execute()
  if (point.state !== 'final') return
  const points = await listTimelinePoints(transaction, leagueId, season, gameId)
  const times = thinTimeline(points, DECIDED_INTERVAL_MS).map(({ at }) => at.getTime())
  await ofGame.where('at', 'not in', times).execute()
}

/** Probabilities are stored in millionths, because both engines compare integers exactly. */
const PROBABILITY_UNIT = 1_000_000

function toPoint(row: Selectable<Database['game_timeline_points']>): TimelinePoint {
  return {
    at: new Date(row.at),
    state: row.state,
    home: row.home_points as Points,
    away: row.away_points as Points,
    homeProbability: row.home_probability / PROBABILITY_UNIT,
  }
}
