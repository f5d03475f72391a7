import {
  type BettingWeek,
  decidingWeek,
  lowestScorers,
  orderByWhoPays,
} from '@fieldhouse/domain/betslip/betting-week'
import { createOwnerLookup, type Owner, type OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import { normalizeDisplayName, type Person } from '@fieldhouse/domain/league/display-names'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { NotNull } from 'kysely'
import type { Context } from '../../context.ts'
import type { League } from '../../repositories/league.ts'
import { scoresOf } from '../recap/read-recap.ts'

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
