import { createOwnerLookup, type Owner, type OwnerLookupResult } from '@fieldhouse/domain/betslip/owner-names'
import { normalizeDisplayName, type Person } from '@fieldhouse/domain/league/display-names'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { NotNull } from 'kysely'
import { compileOnce, type ValueOf } from '../../database/engine/compile-once.ts'
import type { Db } from '../../database/engine/database.ts'
import { type DisplayNames, loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'

/** The people in a league's betslip: its members, plus former members who have picks or cover slips. */
export type LeagueOwners = {
  /** People who can make picks, sorted by name. */
  members: readonly Owner[]
  /** The displayed name. People outside the betslip get their plain name, with no username added. */
  nameOf: (person: Person) => string
  /** The displayed name of a user; undefined for users outside the betslip. */
  nameOfUser: (userId: number) => string | undefined
  /** Finds the person that a text names. If several share the name and one is `user`, returns `user`. */
  find: (text: string, user?: Person) => OwnerLookupResult
}

export interface OwnerStore {
  listOwners(leagueId: number): Promise<LeagueOwners>
  /** Like `listOwners`, but also finds people by the provider's owner names of their team in a season. */
  listOwnersWithTeams(leagueId: number, season: number): Promise<LeagueOwners>
}

export function ownerStore(db: Db, teams: TeamReader): OwnerStore {
  return {
    async listOwners(leagueId) {
      const people = await listPeople(leagueId)
      return toLeagueOwners(people, await loadNames(leagueId, people), new Map())
    },

    async listOwnersWithTeams(leagueId, season) {
      const [people, rows, names] = await Promise.all([
        listPeople(leagueId),
        teams.listTeams(leagueId, season),
        teams.listOwnerNames(leagueId, season),
      ])
      const teamOwners = new Map(
        rows.flatMap(({ teamId, assignment }) =>
          assignment === null ? [] : [[assignment.userId, names.get(teamId) ?? []] as const],
        ),
      )
      return toLeagueOwners(people, await loadNames(leagueId, people), teamOwners)
    },
  }

  function loadNames(leagueId: number, people: readonly Person[]): Promise<DisplayNames> {
    const userIds = people.map(({ userId }) => userId)
    return loadDisplayNames(db, leagueId, userIds)
  }

  async function listPeople(leagueId: number): Promise<(Person & { isMember: boolean })[]> {
    const rows = await selectPeople(db, { leagueId })
    return rows.map(({ memberId, ...person }) => ({ ...person, isMember: memberId !== null }))
  }
}

const selectPeople = compileOnce((db, value: ValueOf<{ leagueId: number }>) =>
  db
    .selectFrom('users')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', '=', value('leagueId')),
    )
    .select([
      'users.id as userId',
      'username',
      'first_name as firstName',
      'last_name as lastName',
      'memberships.user_id as memberId',
    ])
    .where(
      'users.id',
      'in',
      db
        .selectFrom('memberships')
        .select('user_id')
        .where('league_id', '=', value('leagueId'))
        .union(db.selectFrom('picks').select('user_id').where('league_id', '=', value('leagueId')))
        .union(
          db
            .selectFrom('slip_payments')
            .select('user_id')
            .where('league_id', '=', value('leagueId'))
            .where('user_id', 'is not', null)
            .$narrowType<{ user_id: NotNull }>(),
        ),
    ),
)

function toLeagueOwners(
  people: readonly (Person & { isMember: boolean })[],
  names: DisplayNames,
  teamOwners: ReadonlyMap<number, readonly string[]>,
): LeagueOwners {
  const owners = people.map((person) => ({
    userId: person.userId,
    username: person.username,
    name: names.get(person.userId) ?? person.username,
    fullName: displayNameOf(person),
    teamOwners: teamOwners.get(person.userId) ?? [],
    isMember: person.isMember,
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
