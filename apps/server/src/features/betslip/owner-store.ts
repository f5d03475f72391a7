import { displayNameOf } from '@fieldhouse/domain/names'
import {
  assignOwnerNames,
  createOwnerLookup,
  normalizeOwnerName,
  type Owner,
  type OwnerLookupResult,
  type Person,
} from '@fieldhouse/domain/owner-names'
import type { Db } from '../../database/database.ts'
import type { TeamReader } from '../../database/team-reader.ts'

/** The people of a league's betslip: its members, and whoever has a pick and is none any more. */
export type LeagueOwners = {
  /** Those who may have a pick, by name. */
  members: readonly Owner[]
  /** The name that is shown; that without any addition for somebody who has nothing to do with the betslip. */
  nameOf: (person: Person) => string
  /** The name that is shown of a user; undefined for one who has nothing to do with the betslip. */
  nameOfUser: (userId: number) => string | undefined
  /** The person whom a text names. A name that several have is the caller's own when the caller has it. */
  find: (text: string, caller?: Person) => OwnerLookupResult
}

export type OwnerStore = ReturnType<typeof ownerStore>

export function ownerStore(db: Db, teams: TeamReader) {
  return {
    async listOwners(leagueId: number): Promise<LeagueOwners> {
      return toLeagueOwners(await listPeople(leagueId), new Map())
    },

    /** As above; a person is also found by the provider's names of the owners of their team in a season. */
    async listOwnersWithTeams(leagueId: number, season: number): Promise<LeagueOwners> {
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
      return toLeagueOwners(people, teamOwners)
    },
  }

  async function listPeople(leagueId: number): Promise<(Person & { isMember: boolean })[]> {
    const rows = await db
      .selectFrom('users')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', '=', leagueId),
      )
      .select(['users.id', 'username', 'first_name', 'last_name', 'memberships.user_id as member_id'])
      .where(
        'users.id',
        'in',
        db
          .selectFrom('memberships')
          .select('user_id')
          .where('league_id', '=', leagueId)
          .union(db.selectFrom('picks').select('user_id').where('league_id', '=', leagueId)),
      )
      .execute()
    return rows.map((row) => ({
      userId: row.id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      isMember: row.member_id !== null,
    }))
  }
}

function toLeagueOwners(
  people: readonly (Person & { isMember: boolean })[],
  teamOwners: ReadonlyMap<number, readonly string[]>,
): LeagueOwners {
  const names = assignOwnerNames(people)
  const owners = people.map((person) => ({
    userId: person.userId,
    username: person.username,
    name: names.get(person.userId) ?? person.username,
    fullName: displayNameOf(person),
    teamOwners: teamOwners.get(person.userId) ?? [],
    isMember: person.isMember,
  }))
  const find = createOwnerLookup(owners)
  return {
    members: owners.filter(({ isMember }) => isMember).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    nameOf: (person) => names.get(person.userId) ?? displayNameOf(person),
    nameOfUser: (userId) => names.get(userId),
    find(text, caller) {
      const found = find(text)
      if (found !== 'ambiguous' || caller === undefined) return found
      const isOwn = normalizeOwnerName(text) === normalizeOwnerName(displayNameOf(caller))
      return (isOwn ? owners.find(({ userId }) => userId === caller.userId) : undefined) ?? found
    },
  }
}
