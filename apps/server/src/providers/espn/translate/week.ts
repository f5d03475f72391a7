import { pointsFromDecimal } from '@fieldhouse/domain/points'
import {
  bySlot,
  emptySlotsOf,
  fallbackPlayerName,
  type LineupEntry,
  slotOf,
  type WeekLineups,
} from '@fieldhouse/domain/rosters/lineup'
import { z } from 'zod'
import { finding, lineupTotalFindings } from '../../findings.ts'
import { ProviderError } from '../../provider-error.ts'
import {
  Flag,
  LenientInt,
  lenient,
  lenientList,
  normalizeWhitespace,
  pointsOf,
  Score,
  Text,
} from '../../schemas/fields.ts'
import { Id, Identity, type RequestedSeason, readBodyAs, WeeksByPeriod } from '../bodies.ts'

// Strict for fields whose wrong type would lose a player, a slot or a score; see fields.ts.

const StatLine = z.object({
  statSourceId: z.int().nullish(),
  statSplitTypeId: z.int().nullish(),
  scoringPeriodId: z.int().nullish(),
  seasonId: z.int().nullish(),
  proTeamId: LenientInt,
  appliedTotal: Score,
})

const Player = z.object({
  fullName: Text,
  defaultPositionId: LenientInt,
  proTeamId: LenientInt,
  injuryStatus: Text,
  eligibleSlots: lenientList(z.int()),
  stats: z.array(StatLine).nullish(),
})

const RosterEntry = z.object({
  playerId: z.int(),
  lineupSlotId: z.int(),
  playerPoolEntry: z.object({ player: Player.nullish() }).nullish(),
})

const Roster = z.object({ appliedStatTotal: Score, entries: z.array(RosterEntry).nullish() })

const Side = z.object({ teamId: Id.nullish(), rosterForCurrentScoringPeriod: Roster.nullish() })

/**
 * Lineups are read from `rosterForCurrentScoringPeriod`, because the entries of `rosterForMatchupPeriod` have no slots
 * and `teams[].roster` is the current roster.
 */
const WeekBody = z.object({
  ...Identity,
  /** The requested NFL week. */
  scoringPeriodId: z.int().nullish(),
  draftDetail: lenient(z.object({ drafted: Flag })),
  settings: lenient(
    z.object({
      scheduleSettings: lenient(z.object({ matchupPeriods: WeeksByPeriod })),
      rosterSettings: lenient(
        z.object({ lineupSlotCounts: lenient(z.record(z.string().regex(/^\d+$/), z.int())) }),
      ),
    }),
  ),
  schedule: z
    .array(
      z.object({
        matchupPeriodId: z.int(),
        home: Side.nullish(),
        away: Side.nullish(),
        /** All teams of a league without matchups. */
        teams: z.array(Side).nullish(),
      }),
    )
    .nullish(),
})

type WeekBody = z.output<typeof WeekBody>
type Roster = z.output<typeof Roster>
type RosterEntry = z.output<typeof RosterEntry>
type Player = z.output<typeof Player>

type Week = { season: number; week: number }

type TeamRoster = { teamId: number; roster: Roster }

/**
 * Before the draft there are no lineups, even if the games of the first week still contain last season's players.
 * Throws `wrong_league` when the body is for another week.
 */
export function translateWeek(json: unknown, requested: RequestedSeason & Week): WeekLineups {
  const body = readBodyAs(WeekBody, json, requested)
  const { leagueId, season, week } = requested
  const empty = { providerLeagueId: leagueId, season, week, lineups: [], findings: [] }
  if (body.draftDetail?.drafted === false) return empty
  if ((body.scoringPeriodId ?? week) !== week)
    throw new ProviderError('wrong_league', `expected week ${week}, received week ${body.scoringPeriodId}`)
  const counts = Object.entries(body.settings?.rosterSettings?.lineupSlotCounts ?? {})
  const slotCounts = new Map(counts.map(([slotId, count]) => [Number(slotId), count]))
  const rosters = rostersOf(body, week)
  const lineups = rosters.map((each) => lineupOf(each, slotCounts, requested))
  const findings =
    rosters.length === 0
      ? [finding('missing_lineups', `ESPN sent no lineups for week ${week}.`, week)]
      : lineups.flatMap((lineup, index) => {
          const reported = pointsOf(rosters[index]?.roster.appliedStatTotal)
          return reported === null ? [] : lineupTotalFindings('ESPN', week, lineup, reported)
        })
  return { ...empty, lineups: lineups.sort((a, b) => a.teamId - b.teamId), findings }
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

function lineupOf({ teamId, roster }: TeamRoster, slotCounts: ReadonlyMap<number, number>, week: Week) {
  const entries = (roster.entries ?? []).map((entry) => lineupEntryOf(entry, week)).sort(bySlot)
  return {
    teamId,
    entries,
    emptySlots: emptySlotsOf(slotCounts, entries),
    points: pointsFromDecimal(sumOfStarters(roster, ACTUAL_SOURCE, week) ?? 0),
    projectedPoints: pointsOf(sumOfStarters(roster, PROJECTED_SOURCE, week)),
  }
}

/** Adds unrounded values, as ESPN does. null if no starter has one. */
function sumOfStarters({ entries }: Roster, source: number, week: Week): number | null {
  const values = (entries ?? [])
    .filter((entry) => slotOf(entry.lineupSlotId).isStarter)
    .flatMap(({ playerPoolEntry }) => statLineOf(playerPoolEntry?.player, source, week)?.appliedTotal ?? [])
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0)
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

export function positionOf(positionId: number | null | undefined): string | null {
  return POSITIONS[positionId ?? 0] ?? null
}

const ACTUAL_SOURCE = 0
const PROJECTED_SOURCE = 1
const WEEK_SPLIT = 1
const NO_TEAM = 0

function lineupEntryOf({ playerId, lineupSlotId, playerPoolEntry }: RosterEntry, week: Week): LineupEntry {
  const player = playerPoolEntry?.player
  const actual = statLineOf(player, ACTUAL_SOURCE, week)
  return {
    slotId: lineupSlotId,
    playerId,
    name: normalizeWhitespace(player?.fullName) || fallbackPlayerName(playerId),
    position: positionOf(player?.defaultPositionId),
    // The stat line has the NFL team at the time of the game, the player at the time of the request.
    nflTeamId: [actual?.proTeamId, player?.proTeamId].find((id) => id != null && id !== NO_TEAM) ?? null,
    injuryStatus: normalizeWhitespace(player?.injuryStatus) || null,
    points: pointsOf(actual?.appliedTotal),
    projectedPoints: pointsOf(statLineOf(player, PROJECTED_SOURCE, week)?.appliedTotal),
    eligibleSlots: player?.eligibleSlots ?? [],
  }
}

/** A player's stat lines cover several sources, splits, weeks and seasons, in any order. */
function statLineOf(player: Player | null | undefined, source: number, { season, week }: Week) {
  return player?.stats?.find(
    (line) =>
      line.statSourceId === source &&
      line.statSplitTypeId === WEEK_SPLIT &&
      line.scoringPeriodId === week &&
      line.seasonId === season,
  )
}
