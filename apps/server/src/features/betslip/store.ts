import {
  type BettingWeek,
  decidingWeek,
  lowestScorers,
  orderByWhoPays,
} from '@fieldhouse/domain/betslip/betting-week'
import { createOwnerLookup, type Owner, type OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import type { PickSettler } from '@fieldhouse/domain/betslip/settlement'
import { normalizeDisplayName, type Person } from '@fieldhouse/domain/league/display-names'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { InferResult, NotNull } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import type { League } from '../../repositories/league.ts'
import { toLeagueImport } from '../../repositories/league-sources.ts'
import { HIDING_COLUMNS, parseStoredSelection, toPickHiding } from '../../repositories/picks.ts'
import { scoresOf } from '../recap/read-recap.ts'

/** Identifies a pick: an owner has at most one per league and week. */
type PickKey = BettingWeek & { leagueId: number; owner: Pick<Owner, 'userId' | 'username'> }

export type SavedPick = ReturnType<typeof toPick>

export type SlipPayment = {
  /** The user who covers it instead of the lowest scorer; null if the lowest scorer does. */
  coveredBy: number | null
  isPaid: boolean
}

export const NO_PAYMENT: SlipPayment = { coveredBy: null, isPaid: false }

export const PICK_KEY_COLUMNS = ['league_id', 'season', 'week', 'user_id'] as const

export async function readSettings(db: Db, leagueId: number) {
  const row = await db
    .selectFrom('leagues')
    .select([...HIDING_COLUMNS, 'sheet_id as sheetId', 'sheet_gid as gid'])
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const { sheetId, gid } = row
  return { hiding: toPickHiding(row), sheet: sheetId === null ? null : { sheetId, gid } }
}

/** The picks of a season, or of one week of it, by week and user. */
export async function listPicks(
  db: Db,
  leagueId: number,
  season: number,
  week?: number,
): Promise<SavedPick[]> {
  const query = selectPicks(db, leagueId, season).orderBy('week').orderBy('user_id')
  const rows = await (week === undefined ? query : query.where('week', '=', week)).execute()
  return rows.map(toPick)
}

/** The texts that a pick has had, newest first. */
export async function listChanges(db: Db, { leagueId, season, week, owner }: PickKey, limit?: number) {
  const query = db
    .selectFrom('pick_changes')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'pick_changes.league_id')
        .on('pick_changes.imported_person_id', 'is not', null),
    )
    .select(['text', 'via', 'by_id as userId', 'by_name as username', 'at', 'imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'pick_changes.league_id': leagueId, season, week, user_id: owner.userId }))
    .orderBy('id', 'desc')
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  return rows.map(({ text, via, at, userId, username, ...mark }) => ({
    text,
    via,
    by: { userId, username },
    at: new Date(at),
    leagueImport: toLeagueImport(mark),
  }))
}

export async function listPayments(
  db: Db,
  leagueId: number,
  season: number,
): Promise<Map<number, SlipPayment>> {
  const rows = await db
    .selectFrom('slip_payments')
    .select(['week', 'user_id', 'is_paid'])
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .execute()
  return new Map(rows.map((row) => [row.week, toPayment(row)]))
}

export function selectPick(db: Db, { leagueId, season, week, owner }: PickKey) {
  return selectPicks(db, leagueId, season).where('week', '=', week).where('user_id', '=', owner.userId)
}

function selectPicks(db: Db, leagueId: number, season: number) {
  return db
    .selectFrom('picks')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'picks.league_id')
        .on('picks.imported_person_id', 'is not', null),
    )
    .select(['user_id as userId', 'week', 'text', 'selection', 'result', 'settled_by', 'updated_at'])
    .select(['imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'picks.league_id': leagueId, season }))
}

export function toPick({ userId, week, text, ...row }: InferResult<ReturnType<typeof selectPicks>>[number]) {
  const settledBy: PickSettler | null = row.result === null ? null : row.settled_by
  return {
    userId,
    week,
    text,
    selection: parseStoredSelection(row.selection),
    result: row.result,
    settledBy,
    updatedAt: new Date(row.updated_at),
    leagueImport: toLeagueImport(row),
  }
}

export const keyColumns = ({ leagueId, season, week, owner }: PickKey) => ({
  league_id: leagueId,
  season,
  week,
  user_id: owner.userId,
})

export function toPayment({ user_id, is_paid }: { user_id: number | null; is_paid: number }): SlipPayment {
  return { coveredBy: user_id, isPaid: is_paid === 1 }
}

/** The people in a league's betslip: its members, plus former members who have picks or cover slips. */
export type LeagueOwners = {
  /** People who can make picks, sorted by name. */
  members: readonly Owner[]
  /** The displayed name. People outside the betslip get their plain name, with no username added. */
  nameOf: (person: Person) => string
  nameOfUser: (userId: number) => string | undefined
  /** Finds the person that a text names. If several share the name and one is `user`, returns `user`. */
  find: (text: string, user?: Person) => OwnerLookupResult
}

type OwnerContext = Pick<Context, 'db' | 'memory' | 'names'>

/** @param teamOwners the provider's names of the owners of people's teams, by user ID */
export function readOwners(
  ctx: OwnerContext,
  leagueId: number,
  teamOwners?: ReadonlyMap<number, readonly string[]>,
): Promise<LeagueOwners> {
  if (teamOwners !== undefined) return loadOwners(ctx, leagueId, teamOwners)
  return ctx.memory.get(leagueId, ['league', 'people', 'bets'], 'betslip owners', () =>
    loadOwners(ctx, leagueId, new Map()),
  )
}

async function loadOwners(
  { db, names }: OwnerContext,
  leagueId: number,
  teamOwners: ReadonlyMap<number, readonly string[]>,
): Promise<LeagueOwners> {
  const people = await db
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', '=', leagueId),
    )
    .select(['users.id as userId', 'username', 'first_name as firstName', 'last_name as lastName'])
    .select('memberships.user_id as memberId')
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('user_id')
        .where('league_id', '=', leagueId)
        .union(eb.selectFrom('picks').select('user_id').where('league_id', '=', leagueId))
        .union(
          eb
            .selectFrom('slip_payments')
            .select('user_id')
            .where('league_id', '=', leagueId)
            .where('user_id', 'is not', null)
            .$narrowType<{ user_id: NotNull }>(),
        ),
    )
    .orderBy('users.id')
    .execute()
  const displayNames = await names.load(leagueId, JSON.stringify(people.map(({ userId }) => userId)))
  const owners = people.map(({ memberId, ...person }) => ({
    userId: person.userId,
    username: person.username,
    name: displayNames.get(person.userId) ?? person.username,
    fullName: displayNameOf(person),
    teamOwners: teamOwners.get(person.userId) ?? [],
    isMember: memberId !== null,
  }))
  const find = createOwnerLookup(owners)
  const ownerNames = new Map(owners.map(({ userId, name }) => [userId, name]))
  return {
    members: owners.filter(({ isMember }) => isMember).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    nameOf: (person) => ownerNames.get(person.userId) ?? displayNameOf(person),
    nameOfUser: (userId) => ownerNames.get(userId),
    find(text, user) {
      const found = find(text)
      if (found !== 'ambiguous' || user === undefined) return found
      const isOwn = normalizeDisplayName(text) === normalizeDisplayName(displayNameOf(user))
      return (isOwn ? owners.find(({ userId }) => userId === user.userId) : undefined) ?? found
    },
  }
}

export type Payer = NonNullable<ReturnType<typeof findPayer>>

/** Who pays for the slip of a week; null when the scores are unknown. If teams tie, the first by name pays. */
export function findPayer(league: League, week: BettingWeek, owners: LeagueOwners) {
  const scoredIn = decidingWeek(week)
  const scores = scoresOf(league, scoredIn.season)
  const lowest = scores && lowestScorers(scores, scoredIn.week)
  if (lowest === null) return null
  const [first, ...others] = orderByWhoPays(league.teams(scoredIn.season), lowest.teamIds)
  if (first === undefined) return null
  const { teamId, name, assignment } = first
  return {
    team: name,
    /** The assigned member, else the provider's owner name, else the team name. */
    owner:
      assignment === null
        ? (league.ownerNames(scoredIn.season).get(teamId)?.[0] ?? name)
        : (owners.nameOfUser(assignment.userId) ?? assignment.name),
    userId: assignment?.userId ?? null,
    points: lowest.points,
    decidingWeek: scoredIn,
    tiedWith: others.map((team) => team.name),
  }
}
