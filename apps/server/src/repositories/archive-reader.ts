import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { Points } from '@fieldhouse/domain/points'
import { DRAFT_ORDERS, DRAFT_POOLS, type Draft } from '@fieldhouse/domain/rosters/archive'
import { hasProjections, type WeekOfLineups, withEstimates } from '@fieldhouse/domain/rosters/expected-points'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { type RosterWeek, toRosterWeek } from '@fieldhouse/domain/rosters/matchup'
import {
  type LeagueTransaction,
  mergeTransactions,
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
  type WeekTransactions,
} from '@fieldhouse/domain/rosters/transactions'
import { BRACKETS, type Finding, GAME_RESULTS, TIE_BREAKERS } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import type { Db } from '../database/engine/database.ts'
import type { Database } from '../database/schema/schema.ts'
import { parseJson } from '../files/json.ts'
import { mapInTurns, workInTurn } from '../threads/work-queues.ts'
import type { SeasonDocument } from './stored-seasons.ts'

// Serializes and parses the parts of an archive that are stored as JSON, because they are always read as a whole.
// `parse…` checks a text that may come from a file. `to…` trusts it, because this server wrote it, or checked it when it
// was imported: that takes a fifth of the time, and some screens read every lineup of a league.

type LineupRow = Omit<Database['lineups'], 'league_id' | 'season' | 'week'>

const Hundredths = z.int().transform((points) => points as Points)

/** To save space: fifteen seasons of one league have about 50,000 entries. */
const Entry = z.tuple([
  z.int(),
  z.int(),
  z.string(),
  z.string().nullable(),
  z.int().nullable(),
  z.string().nullable(),
  Hundredths.nullable(),
  Hundredths.nullable(),
  z.array(z.int()),
])

type EntryTuple = z.output<typeof Entry>

function toLineupEntry(tuple: EntryTuple): LineupEntry {
  const [slotId, playerId, name, position, nflTeamId, injuryStatus, points, projectedPoints, eligibleSlots] =
    tuple
  return {
    slotId,
    playerId,
    name,
    position,
    nflTeamId,
    injuryStatus,
    points,
    projectedPoints,
    eligibleSlots,
  }
}

const Entries = z.array(Entry)
const Slots = z.array(z.int())

export function lineupRow({ teamId, entries, emptySlots, points, projectedPoints }: TeamLineup): LineupRow {
  return {
    team_id: teamId,
    entries: JSON.stringify(entries.map(entryTuple)),
    empty_slots: JSON.stringify(emptySlots),
    points,
    projected_points: projectedPoints,
  }
}

/** Throws a ZodError or SyntaxError if the JSON in the row is invalid. */
export function parseLineupRow(row: LineupRow): TeamLineup {
  const emptySlots = Slots.parse(parseJson(row.empty_slots))
  return { ...toTeamLineup(row, Entries.parse(parseJson(row.entries))), emptySlots }
}

/** Throws a SyntaxError if the JSON in the row is invalid. */
export function toTeamLineup(row: LineupRow, entries = JSON.parse(row.entries) as EntryTuple[]): TeamLineup {
  return {
    teamId: row.team_id,
    entries: entries.map(toLineupEntry),
    emptySlots: JSON.parse(row.empty_slots) as number[],
    points: row.points as Points,
    projectedPoints: row.projected_points as Points | null,
  }
}

function entryTuple(entry: LineupEntry): EntryTuple {
  return [
    entry.slotId,
    entry.playerId,
    entry.name,
    entry.position,
    entry.nflTeamId,
    entry.injuryStatus,
    entry.points,
    entry.projectedPoints,
    entry.eligibleSlots,
  ]
}

const Picks: z.ZodType<Draft['picks']> = z.array(
  z.object({
    overall: z.int(),
    round: z.int(),
    inRound: z.int(),
    teamId: z.int(),
    playerId: z.int(),
    memberId: z.string().nullable(),
    isKeeper: z.boolean(),
    bid: z.number().nullable(),
    originalTeamId: z.int().exactOptional(),
    pool: z.enum(DRAFT_POOLS).exactOptional(),
    order: z.enum(DRAFT_ORDERS).exactOptional(),
    player: z
      .object({ name: z.string(), position: z.string().nullable(), nflTeamId: z.int().nullable() })
      .exactOptional(),
  }),
)

export const parsePicks = (text: string) => Picks.parse(parseJson(text))
const toPicks = (text: string) => JSON.parse(text) as Draft['picks']

const DateFromIso = z.iso.datetime().transform((at) => new Date(at))

const Transactions: z.ZodType<LeagueTransaction[]> = z.array(
  z.object({
    id: z.string(),
    season: z.int(),
    week: z.int(),
    kind: z.enum(TRANSACTION_KINDS),
    status: z.enum(TRANSACTION_STATUSES),
    reason: z.string().nullable(),
    teamId: z.int().nullable(),
    acceptedBy: z.int().exactOptional(),
    memberId: z.string().nullable(),
    isByManager: z.boolean(),
    proposedAt: DateFromIso.nullable(),
    decidedAt: DateFromIso.nullable(),
    bid: z.number().nullable(),
    moves: z.array(
      z.object({
        playerId: z.int(),
        fromTeamId: z.int().nullable(),
        toTeamId: z.int().nullable(),
      }),
    ),
    picks: z
      .array(
        z.object({
          season: z.int(),
          round: z.int(),
          originalTeamId: z.int(),
          fromTeamId: z.int(),
          toTeamId: z.int(),
        }),
      )
      .exactOptional(),
    budget: z.array(z.object({ fromTeamId: z.int(), toTeamId: z.int(), amount: z.number() })).exactOptional(),
  }),
)

export const parseTransactions = (text: string) => Transactions.parse(parseJson(text))

type StoredTransaction = Omit<LeagueTransaction, 'proposedAt' | 'decidedAt'> & {
  proposedAt: string | null
  decidedAt: string | null
}

function toTransactions(text: string): LeagueTransaction[] {
  const stored = JSON.parse(text) as StoredTransaction[]
  return stored.map((each) => ({
    ...each,
    proposedAt: toDate(each.proposedAt),
    decidedAt: toDate(each.decidedAt),
  }))
}

function toDate(at: string | null): Date | null {
  return at === null ? null : new Date(at)
}

/** Throws a ZodError or SyntaxError for invalid text. */
export const parseFindings = (text: string): Finding[] => Findings.parse(parseJson(text))

export type PlayerEntry = { season: number; week: number; teamId: number; entry: LineupEntry }

export type ArchiveReader = ReturnType<typeof archiveReader>

export function archiveReader(db: Db) {
  const selectLineups = (leagueId: number, season: number) =>
    db.selectFrom('lineups').where('league_id', '=', leagueId).where('season', '=', season)

  return {
    /** Ordered by team id; empty if none are stored. */
    async listLineups(leagueId: number, season: number, week: number): Promise<TeamLineup[]> {
      const lineups = selectLineups(leagueId, season).selectAll().where('week', '=', week)
      return (await lineups.orderBy('team_id').execute()).map((row) => toTeamLineup(row))
    },

    async listWeeksBefore(leagueId: number, season: number, week: number): Promise<WeekOfLineups[]> {
      const rows = await selectLineups(leagueId, season).selectAll().where('week', '<', week).execute()
      const lineups = await mapInTurns(rows, (row) => ({ week: row.week, ...toTeamLineup(row) }))
      return [...Map.groupBy(lineups, (lineup) => lineup.week)].map(([ofWeek, teams]) => ({
        week: ofWeek,
        lineups: teams,
      }))
    },

    async findLineup(
      leagueId: number,
      season: number,
      week: number,
      teamId: number,
    ): Promise<TeamLineup | null> {
      const lineups = selectLineups(leagueId, season).selectAll().where('week', '=', week)
      const row = await lineups.where('team_id', '=', teamId).executeTakeFirst()
      return row === undefined ? null : toTeamLineup(row)
    },

    /** NFL weeks, ascending. */
    async listWeeksWithLineups(leagueId: number, season: number): Promise<number[]> {
      const rows = await selectLineups(leagueId, season).select('week').distinct().orderBy('week').execute()
      return rows.map(({ week }) => week)
    },

    async hasLineups(leagueId: number, season: number): Promise<boolean> {
      return (await selectLineups(leagueId, season).select('week').limit(1).executeTakeFirst()) !== undefined
    },

    /** The lineups of a season, reviewed. Ordered by week, then by team; empty if none are stored. */
    async listRosterWeeks(leagueId: number, season: number): Promise<RosterWeek[]> {
      const lineups = selectLineups(leagueId, season)
      const weeks = await lineups.select('week').distinct().orderBy('week').execute()
      const rosters: RosterWeek[] = []
      // Week by week, because reading the rows of a large season takes a tenth of a second.
      for (const { week } of weeks) {
        const rows = await lineups.selectAll().where('week', '=', week).orderBy('team_id').execute()
        rosters.push(...(await mapInTurns(rows, (row) => toRosterWeek(week, toTeamLineup(row)))))
      }
      return rosters
    },

    /** The newest stored roster of each team, ordered by team; empty if no lineups are stored. */
    async listNewestRosters(leagueId: number, season: number): Promise<RosterWeek[]> {
      const newest = selectLineups(leagueId, season)
        .select(['team_id', db.fn.max('week').as('week')])
        .groupBy('team_id')
        .as('newest')
      const rows = await selectLineups(leagueId, season)
        .innerJoin(newest, (join) =>
          join.onRef('newest.team_id', '=', 'lineups.team_id').onRef('newest.week', '=', 'lineups.week'),
        )
        .selectAll('lineups')
        .orderBy('lineups.team_id')
        .execute()
      return rows.map((row) => toRosterWeek(row.week, toTeamLineup(row)))
    },

    /** A player's entries in the lineups of all seasons, oldest first. */
    async listPlayerEntries(leagueId: number, playerId: number): Promise<PlayerEntry[]> {
      const rows = await db
        .selectFrom('lineups')
        .selectAll()
        .where('league_id', '=', leagueId)
        // The ID is followed by the name. Parsing every lineup of the league would take a hundred times as long.
        .where('entries', 'like', `%,${playerId},"%`)
        .orderBy('season')
        .orderBy('week')
        .orderBy('team_id')
        .execute()
      return rows.flatMap((row) => {
        const { teamId, entries } = toTeamLineup(row)
        const entry = entries.find((each) => each.playerId === playerId)
        return entry === undefined ? [] : [{ season: row.season, week: row.week, teamId, entry }]
      })
    },

    /** The picks are in draft order. null if no draft is stored. */
    async findDraft(
      leagueId: number,
      season: number,
    ): Promise<Pick<Draft, 'isComplete' | 'kind' | 'picks'> | null> {
      const row = await db
        .selectFrom('drafts')
        .select(['is_complete', 'kind', 'picks'])
        .where((eb) => eb.and({ league_id: leagueId, season }))
        .executeTakeFirst()
      if (row === undefined) return null
      return { isComplete: row.is_complete === 1, kind: row.kind, picks: toPicks(row.picks) }
    },

    /** Oldest first, each once, in the week in which it was decided. */
    async listTransactions(leagueId: number, season: number): Promise<LeagueTransaction[]> {
      const weeks = await this.listTransactionWeeks(leagueId, season)
      return workInTurn(() => mergeTransactions(weeks))
    },

    /** As reported by the provider for each week, oldest week first, or for one week. */
    async listTransactionWeeks(leagueId: number, season: number, only?: number): Promise<WeekTransactions[]> {
      const rows = await db
        .selectFrom('transaction_weeks')
        .select(['week', 'transactions'])
        .where((eb) => eb.and({ league_id: leagueId, season }))
        .$if(only !== undefined, (query) => query.where('week', '=', only ?? 0))
        .orderBy('week')
        .execute()
      return mapInTurns(rows, ({ week, transactions }) => ({
        season,
        week,
        transactions: toTransactions(transactions),
      }))
    },
  }
}

/** Above the number of every NFL week. */
const AFTER_LAST_WEEK = 100

type EstimatedWeek = {
  leagueId: number
  season: number
  week: number
  isBestBall: boolean
  lineups: readonly TeamLineup[]
  nflWeek: NflWeek | null
}

/** The lineups of a week that is not over, with estimates in place of projections that the provider does not have. */
export async function estimateLineups(
  archive: Pick<ArchiveReader, 'listWeeksBefore'>,
  { leagueId, season, week, lineups, ...estimated }: EstimatedWeek,
): Promise<TeamLineup[]> {
  if (lineups.length === 0 || hasProjections(lineups)) return [...lineups]
  const earlier = await archive.listWeeksBefore(leagueId, season, week)
  const lastSeason =
    earlier.length > 0 ? [] : await archive.listWeeksBefore(leagueId, season - 1, AFTER_LAST_WEEK)
  return withEstimates({ lineups, earlier, lastSeason, ...estimated })
}

/** No text that people write is longer. Neither database engine preserves null characters and lone surrogates. */
const Text = z
  .string()
  .max(10_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
const PointsValue = z.int().transform((points) => points as Points)
const Week = z.int()

/** More than any season has. */
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(10_000)
const weeksOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(100)

export const Periods = weeksOf(z.object({ period: z.int(), weeks: weeksOf(Week) }))

const Findings: z.ZodType<Finding[]> = listOf(
  z.object({
    // Only this server writes codes. Codes of older releases are accepted.
    code: Text.transform((code) => code as Finding['code']),
    detail: Text,
    week: z.int().nullable(),
    gameId: z.int().nullable(),
  }),
)

const Side = z.object({
  teamId: z.int(),
  points: PointsValue,
  livePoints: PointsValue.nullable(),
  projectedPoints: PointsValue.nullable(),
  adjustment: PointsValue,
  pointsByWeek: weeksOf(z.object({ week: Week, points: PointsValue })),
})

const Document = z.object({
  name: Text.nullable(),
  isPublic: z.boolean().nullable(),
  scoringType: Text.nullable(),
  hasMedianGame: z.boolean().nullable(),
  isBestBall: z.boolean(),
  hasFineScores: z.boolean(),
  seeding: z
    .object({
      tieBreaker: z.enum(TIE_BREAKERS).nullable(),
      isReseeded: z.boolean().nullable(),
      divisions: listOf(z.object({ divisionId: z.int(), name: Text.nullable() })),
    })
    .nullable(),
  draftAt: z.iso.datetime().nullable(),
  size: z.int(),
  calendar: z.object({
    regularSeasonPeriods: z.int().nullable(),
    periods: Periods,
    playoffTeams: z.int().nullable(),
  }),
  progress: z.object({
    isDrafted: z.boolean(),
    isFinished: z.boolean(),
    currentPeriod: z.int().nullable(),
    currentWeek: Week.nullable(),
    finalWeek: Week.nullable(),
  }),
  previousSeasons: listOf(z.int()),
  members: listOf(z.object({ memberId: Text, name: Text, isManager: z.boolean(), isCreator: z.boolean() })),
  teams: z.array(
    z.object({
      teamId: z.int(),
      name: Text,
      abbrev: Text,
      logo: Text.nullable(),
      divisionId: z.int().nullable(),
      record: z.object({ wins: z.int(), losses: z.int(), ties: z.int() }).nullable(),
      pointsFor: PointsValue.nullable(),
      pointsAgainst: PointsValue.nullable(),
      playoffSeed: z.int().nullable(),
      finalRank: z.int().nullable(),
      eliminatedWeek: Week.nullable().exactOptional(),
      ownerIds: listOf(Text),
      primaryOwnerId: Text.nullable(),
      tradeBlock: z.record(z.string().max(11), z.enum(['offered', 'untouchable'])).exactOptional(),
    }),
  ),
  games: z.array(
    z.object({
      gameId: z.int(),
      period: z.int(),
      home: Side,
      away: Side.nullable(),
      result: z.enum(GAME_RESULTS),
      bracket: z.enum(BRACKETS),
      categories: z.object({ home: z.int(), away: z.int(), ties: z.int() }).nullable(),
    }),
  ),
  weeklyScores: listOf(z.object({ teamId: z.int(), week: Week, points: PointsValue })),
  findings: Findings,
  acceptedZeros: weeksOf(Week),
  file: z
    .object({
      files: listOf(z.object({ name: Text, sha256: Text })),
      version: z.int().nullable(),
      platform: Text.nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<SeasonDocument>

/** Checks a document that may come from an archive. Throws a ZodError or SyntaxError for invalid text. */
export function parseSeasonDocument(text: string): SeasonDocument {
  return Document.refine(isConsistent).parse(parseJson(text))
}

/** Whether every ID is that of one team, game or member. A game may have teams that the season does not have. */
function isConsistent({ members, teams, games, weeklyScores }: SeasonDocument): boolean {
  const memberIds = new Set(members.map(({ memberId }) => memberId))
  const teamIds = new Set(teams.map(({ teamId }) => teamId))
  const gameIds = new Set(games.map(({ gameId }) => gameId))
  return (
    memberIds.size === members.length &&
    teamIds.size === teams.length &&
    gameIds.size === games.length &&
    teams.every(
      ({ ownerIds, primaryOwnerId }) =>
        new Set(ownerIds).size === ownerIds.length &&
        primaryOwnerId === (ownerIds[0] ?? null) &&
        ownerIds.every((id) => memberIds.has(id)),
    ) &&
    weeklyScores.every(({ teamId }) => teamIds.has(teamId))
  )
}
