import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import {
  bySlot,
  emptySlotsOf,
  fallbackPlayerName,
  type LineupEntry,
  slotOf,
  type TeamLineup,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import type { Finding } from '@fieldhouse/domain/seasons/season'
import { ProviderError } from '../../league-provider.ts'
import { normalizeWhitespace } from '../../schemas/fields.ts'
import { readBodyAs } from '../schemas/bodies.ts'
import { type Player, type Roster, type RosterEntry, type StatLine, WeekBody } from '../schemas/week-body.ts'

type RequestedWeek = { leagueId: string; season: number; week: number }

type TeamRoster = { teamId: number; roster: Roster }

/**
 * Translates the lineups of one NFL week. Before the draft there are no lineups, even if the games of the
 * first week still contain last season's players. Throws `wrong_league` when the body is for another week.
 */
export function translateWeek(json: unknown, requested: RequestedWeek): WeekLineups {
  const body = readBodyAs(WeekBody, json, requested)
  const { leagueId, season, week } = requested
  const empty = { providerLeagueId: leagueId, season, week, lineups: [], findings: [] }
  if (body.draftDetail?.drafted === false) return empty
  if ((body.scoringPeriodId ?? week) !== week) {
    throw new ProviderError('wrong_league', `expected week ${week}, received week ${body.scoringPeriodId}`)
  }
  const slotCounts = slotCountsOf(body)
  const rosters = rostersOf(body, week)
  const lineups = rosters.map((each) => lineupOf(each, slotCounts, requested))
  const findings =
    rosters.length === 0
      ? [findingOf(`ESPN sent no lineups for week ${week}.`, 'missing_lineups', week)]
      : rosters.flatMap((each, index) => totalMismatchFindings(each, lineups[index], week))
  return { ...empty, lineups: lineups.sort((a, b) => a.teamId - b.teamId), findings }
}

function slotCountsOf({ settings }: WeekBody): Map<number, number> {
  const counts = settings?.rosterSettings?.lineupSlotCounts ?? {}
  return new Map(Object.entries(counts).map(([slotId, count]) => [Number(slotId), count]))
}

/** Returns each team's roster once, from the games of the week's matchup period. Teams on bye have one too. */
function rostersOf(body: WeekBody, week: number): TeamRoster[] {
  const weeks = body.settings?.scheduleSettings?.matchupPeriods
  const rosters = new Map<number, TeamRoster>()
  for (const { matchupPeriodId, home, away, teams } of body.schedule ?? []) {
    if (weeks?.[matchupPeriodId]?.includes(week) === false) continue
    for (const side of [home, away, ...(teams ?? [])]) {
      const roster = side?.rosterForCurrentScoringPeriod
      if (side?.teamId == null || roster == null || rosters.has(side.teamId)) continue
      rosters.set(side.teamId, { teamId: side.teamId, roster })
    }
  }
  return [...rosters.values()]
}

function lineupOf(
  { teamId, roster }: TeamRoster,
  slotCounts: ReadonlyMap<number, number>,
  requested: RequestedWeek,
): TeamLineup {
  const entries = (roster.entries ?? []).map((entry) => lineupEntryOf(entry, requested)).sort(bySlot)
  return {
    teamId,
    entries,
    emptySlots: emptySlotsOf(slotCounts, entries),
    points: pointsFromDecimal(sumOfStarters(roster, (entry) => scoreOf(entry, requested)) ?? 0),
    projectedPoints: toPoints(sumOfStarters(roster, (entry) => projectionOf(entry, requested))),
  }
}

/** Adds unrounded values, as ESPN does. null if no starter has one. */
function sumOfStarters({ entries }: Roster, pick: (entry: RosterEntry) => number | null): number | null {
  const starters = (entries ?? []).filter((entry) => slotOf(entry.lineupSlotId).isStarter)
  const values = starters.flatMap((entry) => pick(entry) ?? [])
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0)
}

function toPoints(sum: number | null): Points | null {
  return sum === null ? null : pointsFromDecimal(sum)
}

function totalMismatchFindings(
  { teamId, roster }: TeamRoster,
  lineup: TeamLineup | undefined,
  week: number,
): Finding[] {
  if (lineup === undefined || roster.appliedStatTotal == null) return []
  const reported = pointsFromDecimal(roster.appliedStatTotal)
  if (reported === lineup.points) return []
  const [sum, total] = [lineup.points, reported].map(pointsToDecimal)
  const detail = `The starters of team ${teamId} scored ${sum} in week ${week}, but ESPN reports ${total}.`
  return [findingOf(detail, 'lineup_total', week)]
}

function findingOf(detail: string, code: Finding['code'], week: number): Finding {
  return { code, detail, week, gameId: null }
}

/** Keyed by ESPN's position ID, which differs from its slot ID: position 4 is TE, slot 4 is WR. */
const POSITIONS: Readonly<Record<number, string>> = {
  1: 'QB',
  2: 'RB',
  3: 'WR',
  4: 'TE',
  5: 'K',
  7: 'P',
  9: 'DT',
  10: 'DE',
  11: 'LB',
  12: 'CB',
  13: 'S',
  14: 'HC',
  16: 'D/ST',
}

/** null for an unknown position ID. */
export function positionOf(positionId: number | null | undefined): string | null {
  return POSITIONS[positionId ?? 0] ?? null
}

const ACTUAL_SOURCE = 0
const PROJECTED_SOURCE = 1
const WEEK_SPLIT = 1
const NO_TEAM = 0

type Week = { season: number; week: number }

export function lineupEntryOf(
  { playerId, lineupSlotId, playerPoolEntry }: RosterEntry,
  week: Week,
): LineupEntry {
  const player = playerPoolEntry?.player
  const actual = statLineOf(player, ACTUAL_SOURCE, week)
  return {
    slotId: lineupSlotId,
    playerId,
    name: normalizeWhitespace(player?.fullName) || fallbackPlayerName(playerId),
    position: positionOf(player?.defaultPositionId),
    nflTeamId: nflTeamOf(player, actual),
    injuryStatus: normalizeWhitespace(player?.injuryStatus) || null,
    points: pointsOf(actual),
    projectedPoints: pointsOf(statLineOf(player, PROJECTED_SOURCE, week)),
    eligibleSlots: player?.eligibleSlots ?? [],
  }
}

/** Unrounded. Null without a score for the week. */
function scoreOf({ playerPoolEntry }: RosterEntry, week: Week): number | null {
  return statLineOf(playerPoolEntry?.player, ACTUAL_SOURCE, week)?.appliedTotal ?? null
}

/** Unrounded. Null without a projection for the week. */
export function projectionOf({ playerPoolEntry }: RosterEntry, week: Week): number | null {
  return statLineOf(playerPoolEntry?.player, PROJECTED_SOURCE, week)?.appliedTotal ?? null
}

/** A player's stat lines cover several sources, splits, weeks and seasons, in any order. */
function statLineOf(
  player: Player | null | undefined,
  source: number,
  { season, week }: Week,
): StatLine | undefined {
  return player?.stats?.find(
    (line) =>
      line.statSourceId === source &&
      line.statSplitTypeId === WEEK_SPLIT &&
      line.scoringPeriodId === week &&
      line.seasonId === season,
  )
}

/** The stat line has the NFL team at the time of the game, the player at the time of the request. */
function nflTeamOf(player: Player | null | undefined, actual: StatLine | undefined): number | null {
  const [teamId] = [actual?.proTeamId, player?.proTeamId].filter((id) => id != null && id !== NO_TEAM)
  return teamId ?? null
}

function pointsOf(line: StatLine | undefined): Points | null {
  return line?.appliedTotal == null ? null : pointsFromDecimal(line.appliedTotal)
}
