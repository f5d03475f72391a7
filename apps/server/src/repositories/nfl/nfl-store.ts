import { NFL_TEAMS } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflGame } from '@fieldhouse/domain/nfl/nfl-week'
import type { GameWeather } from '@fieldhouse/domain/nfl/weather'
import type { Insertable } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { excluded, upsert } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { NflBye, NflSchedule, NflScoreboard, ScoreboardGame } from '../../providers/nfl/nfl-provider.ts'
import { recordEvent } from '../events/league-events.ts'
import { listViewedLeagues } from '../leagues/viewed-leagues.ts'
import { presentNflGame } from './present-nfl-game.ts'

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
