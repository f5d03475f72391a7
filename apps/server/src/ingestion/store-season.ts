import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { matchupInWeek } from '@fieldhouse/domain/rosters/matchup'
import { addToTimeline, timelinePoint } from '@fieldhouse/domain/rosters/timeline'
import { withConsistencyFindings } from '@fieldhouse/domain/seasons/consistency'
import { preserveScores } from '@fieldhouse/domain/seasons/preserved-scores'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game, GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { completenessOf, rejectionReason } from '@fieldhouse/domain/seasons/season-replacement'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema/schema.ts'
import { recordEvent } from '../repositories/events/league-events.ts'
import type { ProviderLeague } from '../repositories/leagues/league-sources.ts'
import { findSeason } from '../repositories/season-documents/stored-seasons.ts'
import { archiveReader } from '../repositories/seasons/archive-reader.ts'
import { findStoredCompleteness, recordFailure, replaceSeason } from '../repositories/seasons/season-store.ts'
import { listLastPoints, saveTimelineChange } from '../repositories/seasons/timeline-store.ts'
import type { FetchedSeason } from './fetch-league.ts'
import { incompleteSeasonMessage } from './messages.ts'

/** The season as it was stored, or as text for users why it was not. */
type StoreSeasonResult = { stored: LeagueSeason } | { rejection: string }

/**
 * Replaces the stored season, except for its scores that are better than the fetched ones, and records an event. If the
 * stored season is more complete, it stays, and the failure is recorded.
 */
export async function storeSeason(
  transaction: Transaction<Database>,
  { id: leagueId, provider }: Pick<ProviderLeague, 'id' | 'provider'>,
  { season: fetched, responses }: FetchedSeason,
  now: Date,
): Promise<StoreSeasonResult> {
  const season = await withPreservedScores(transaction, { leagueId, provider }, fetched)
  const completeness = completenessOf(season, 'espn')
  const stored = await findStoredCompleteness(transaction, leagueId, season.season)
  // An admin has decided that another provider has the season now.
  const isOtherProvider = stored !== null && stored.provider !== null && stored.provider !== provider
  if (!isOtherProvider && rejectionReason(stored, completeness) !== null) {
    const reason = incompleteSeasonMessage(provider)
    await recordFailure(transaction, leagueId, { season: season.season, reason, at: now })
    return { rejection: reason }
  }
  await replaceSeason(transaction, leagueId, { season, completeness, provider, responses }, now)
  const data = { season: season.season }
  await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
  return { stored: season }
}

/** A season with the stored scores that are better than its own, and with the findings of its consistency. */
export async function withPreservedScores(
  db: Kysely<Database>,
  { leagueId, provider }: { leagueId: number; provider: ProviderName },
  season: LeagueSeason,
): Promise<LeagueSeason> {
  const found = await findSeason(db, leagueId, season.season)
  const stored = found?.provider === provider ? found : null
  const { label: host } = LEAGUE_PROVIDERS[provider]
  const acceptedZeros = found?.acceptedZeros ?? []
  return withConsistencyFindings(preserveScores(season, { stored, host, acceptedZeros }))
}

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
