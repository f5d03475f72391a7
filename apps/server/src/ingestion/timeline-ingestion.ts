import { matchupInWeek } from '@fieldhouse/domain/rosters/matchup'
import { addToTimeline, timelinePoint } from '@fieldhouse/domain/rosters/timeline'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game, GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema/schema.ts'
import { archiveReader } from '../repositories/seasons/archive-reader.ts'
import { listLastPoints, saveTimelineChange } from '../repositories/seasons/timeline-store.ts'

type GameWithOpponent = Game & { away: GameSide }

/**
 * Adds the current scores and win probabilities to the timelines of the games of this matchup period and the previous
 * one, whose results the provider may still correct. Reads the stored lineups, so they have to be stored before.
 */
export async function recordTimelines(
  transaction: Transaction<Database>,
  leagueId: number,
  season: LeagueSeason,
  now: Date,
): Promise<void> {
  const current = season.progress.currentPeriod
  if (scoringFormatOf(season.scoringType) !== 'points' || current === null) return
  for (const { period, weeks } of season.calendar.periods) {
    if (period !== current && period !== current - 1) continue
    const games = season.games.filter(
      (game): game is GameWithOpponent => game.period === period && game.away !== null,
    )
    await recordPeriod(transaction, { leagueId, season: season.season }, { games, nflWeeks: weeks }, now)
  }
}

async function recordPeriod(
  transaction: Transaction<Database>,
  key: { leagueId: number; season: number },
  { games, nflWeeks }: { games: readonly GameWithOpponent[]; nflWeeks: readonly number[] },
  now: Date,
): Promise<void> {
  const { leagueId, season } = key
  const isDecided = games.every(({ result }) => result !== 'undecided')
  const [week] = nflWeeks
  const lineups =
    isDecided || week === undefined
      ? []
      : await archiveReader(transaction).listLineups(leagueId, season, week)
  const gameIds = games.map(({ gameId }) => gameId)
  const lastPoints = await listLastPoints(transaction, leagueId, season, gameIds)
  for (const game of games) {
    const next = timelinePoint(matchupInWeek(game, { lineups, nflWeeks }), game.result, now)
    const change = next === null ? null : addToTimeline(lastPoints.get(game.gameId) ?? null, next)
    if (change !== null) await saveTimelineChange(transaction, { ...key, gameId: game.gameId }, change)
  }
}
