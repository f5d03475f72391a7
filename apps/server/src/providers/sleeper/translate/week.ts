import { keyOfSleeperPlayer, teamOfDefense } from '@fieldhouse/domain/nfl/player-keys'
import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import {
  BENCH_SLOT,
  bySlot,
  fallbackPlayerName,
  type LineupEntry,
  RESERVE_SLOT,
  slotOf,
  type TeamLineup,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import { finding, lineupTotalFindings } from '../../findings.ts'
import type { LeagueBody, MatchupRow } from '../schemas/season-bodies.ts'
import { hasPoints } from './calendar.ts'
import { type SleeperPlayer, slotIdOf } from './players.ts'

export type WeekContext = {
  leagueId: string
  week: number
  league: LeagueBody
  players: ReadonlyMap<string, SleeperPlayer>
  /** Whether all scores of the week are final. Until then, a player with 0 points may not have played. */
  isScored: boolean
  /** The places of today, which are known in the current week only: the players of each team on injured reserve. */
  reserve: ReadonlyMap<number, ReadonlySet<string>> | null
}

/** Slots that are not part of a lineup. */
const OTHER_SLOTS = new Set(['BN', 'IR', 'TAXI'])

/**
 * Everyone who was on a team and not in its lineup is on the bench, because past weeks do not say who was on injured
 * reserve or on the taxi squad.
 */
export function translateWeek(rows: readonly MatchupRow[], context: WeekContext): WeekLineups {
  const { leagueId, league, week } = context
  const isPlayed = hasPoints(rows)
  const all = rows.map((row) => lineupOf(row, isPlayed, context))
  const lineups = all.some(({ entries }) => entries.length > 0) ? all : []
  return {
    providerLeagueId: leagueId,
    season: league.season,
    week,
    lineups: lineups.sort((a, b) => a.teamId - b.teamId),
    findings:
      lineups.length === 0
        ? [finding('missing_lineups', `Sleeper sent no lineups for week ${week}.`, week)]
        : // The host's score is the sum of its starters, unless a commissioner has replaced it.
          rows.flatMap(({ roster_id, points }) => {
            const lineup = lineups.find(({ teamId }) => teamId === roster_id)
            if (lineup === undefined || points == null) return []
            return lineupTotalFindings('Sleeper', week, lineup, pointsFromDecimal(points))
          }),
  }
}

function lineupOf(row: MatchupRow, isPlayed: boolean, context: WeekContext): TeamLineup {
  const slots = (context.league.roster_positions ?? []).filter((slot) => !OTHER_SLOTS.has(slot)).map(slotIdOf)
  const starters = row.starters ?? []
  const points = pointsByPlayer(row)
  const entries: LineupEntry[] = []
  const emptySlots: number[] = []
  const placed = new Set<string>()
  for (const [index, playerId] of starters.entries()) {
    // An answer can be without the slots of the league.
    const slotId = slots[index] ?? context.players.get(playerId)?.eligibleSlots[0] ?? slotIdOf('FLEX')
    const entry = entryOf(playerId, slotId, row.starters_points?.[index] ?? points.get(playerId))
    if (entry === null || placed.has(playerId)) emptySlots.push(slotId)
    else entries.push(entry)
    placed.add(playerId)
  }
  emptySlots.push(...slots.slice(starters.length))
  const reserve = context.reserve?.get(row.roster_id)
  for (const playerId of new Set(row.players ?? points.keys())) {
    if (placed.has(playerId)) continue
    const slotId = reserve?.has(playerId) === true ? RESERVE_SLOT : BENCH_SLOT
    const entry = entryOf(playerId, slotId, points.get(playerId))
    if (entry !== null) entries.push(entry)
  }
  return {
    teamId: row.roster_id,
    entries: entries.sort(bySlot),
    emptySlots: emptySlots
      .map((slotId) => ({ slotId }))
      .sort(bySlot)
      .map(({ slotId }) => slotId),
    points: addPoints(
      entries.filter(({ slotId }) => slotOf(slotId).isStarter).map((entry) => entry.points ?? ZERO_POINTS),
    ),
    projectedPoints: null,
  }

  function entryOf(playerId: string, slotId: number, score: number | null | undefined): LineupEntry | null {
    const key = keyOfSleeperPlayer(playerId)
    if (key === null) return null
    const player = context.players.get(playerId)
    const isCurrent = context.reserve !== null
    const defense = teamOfDefense(key)
    return {
      slotId,
      playerId: key,
      name: player?.name ?? fallbackPlayerName(key),
      position: player?.position ?? (defense === null ? null : 'D/ST'),
      // The list of players describes today.
      nflTeamId: defense ?? (isCurrent ? (player?.nflTeamId ?? null) : null),
      injuryStatus: isCurrent ? (player?.injuryStatus ?? null) : null,
      points: toPoints(score),
      projectedPoints: null,
      eligibleSlots: player?.eligibleSlots ?? [],
    }
  }

  /** Weeks to come have a score of 0 for everyone, and so have players in the current week before their games. */
  function toPoints(score: number | null | undefined): Points | null {
    if (!isPlayed || score == null || (score === 0 && !context.isScored)) return null
    return pointsFromDecimal(score)
  }
}

function pointsByPlayer({ players_points }: MatchupRow): Map<string, number> {
  return new Map(
    Object.entries(players_points ?? {}).flatMap(([id, points]) =>
      points == null ? [] : [[id, points] as const],
    ),
  )
}
