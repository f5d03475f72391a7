import type { Notification, QuietHours } from '@fieldhouse/domain/notifications/notification'
import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Choices, toChoices, toQuietHours } from './choice-store.ts'

/** A member of a league, or somebody about whom its admins have decided. */
export type Recipient = {
  userId: number
  /** Whether the member is an admin of the league. */
  isAdmin: boolean
  /** Empty if the account has no verified one. */
  email: string
  choices: Choices
  /** The user's push subscriptions. */
  devices: { id: number; endpoint: string }[]
  quiet: QuietHours | null
}

/** A notification that is relevant now, and who gets it. `leagueId` is null if it concerns no league. */
export type DueNotification = {
  leagueId: number | null
  to: Recipient
  notification: Notification
  /** The key of another notification about the same: who has got that one does not get this one. */
  unless?: string
}

/** A league with at least one member. */
export type LeagueRecipients = {
  leagueId: number
  name: string
  hasBetslip: boolean
  /** The newest stored season and its current NFL week; null if there is none. */
  season: number | null
  currentWeek: number | null
  members: Recipient[]
}

/** All members, with the channels by which they can be notified. */
export interface RecipientStore {
  /** Lists up to `limit` leagues with an id above `leagueId`, in ascending order. */
  listAfter(leagueId: number, limit: number): Promise<LeagueRecipients[]>
  /** The users with these IDs, by ID, as people who are no members. */
  listPeople(userIds: readonly number[]): Promise<Map<number, Recipient>>
}

type UserIds<Table extends keyof Database> = SelectQueryBuilder<Database, Table, { user_id: number }>

export function recipientStore(db: Db): RecipientStore {
  return {
    async listAfter(leagueId, limit) {
      const leagues = await listLeaguesAfter(leagueId, limit)
      if (leagues.length === 0) return []
      const members = Map.groupBy(await listMembers(leagues.map(({ id }) => id)), (each) => each.leagueId)
      return leagues.map((league) => ({
        leagueId: league.id,
        name: league.name,
        hasBetslip: league.has_betslip === 1,
        season: league.season,
        currentWeek: league.current_week,
        members: (members.get(league.id) ?? []).map(({ recipient }) => recipient),
      }))
    },

    async listPeople(userIds) {
      if (userIds.length === 0) return new Map()
      const users = db.selectFrom('users').select('users.id as user_id').where('users.id', 'in', userIds)
      const people = await loadPeople(users)
      return new Map([...people].map(([id, person]) => [id, { ...person, isAdmin: false }]))
    },
  }

  function listLeaguesAfter(leagueId: number, limit: number) {
    return db
      .selectFrom('leagues')
      .leftJoin('seasons', (join) =>
        join.onRef('seasons.league_id', '=', 'leagues.id').on('seasons.season', '=', (eb) =>
          eb
            .selectFrom('seasons as stored')
            .select(({ fn }) => fn.max('stored.season').as('newest'))
            .whereRef('stored.league_id', '=', 'leagues.id'),
        ),
      )
      .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
      .select(['seasons.season', 'seasons.current_week'])
      .where('leagues.id', '>', leagueId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('memberships')
            .select('memberships.user_id')
            .whereRef('memberships.league_id', '=', 'leagues.id'),
        ),
      )
      .orderBy('leagues.id')
      .limit(limit)
      .execute()
  }

  async function listMembers(leagueIds: readonly number[]) {
    const members = db.selectFrom('memberships').where('memberships.league_id', 'in', leagueIds)
    const [rows, people] = await Promise.all([
      members.select(['league_id', 'user_id', 'role']).orderBy('user_id').execute(),
      loadPeople(members.select('memberships.user_id')),
    ])
    return rows.flatMap(({ league_id, user_id, role }) => {
      const person = people.get(user_id)
      if (person === undefined) return []
      return [
        { leagueId: league_id, recipient: { ...person, isAdmin: role === 'admin' } satisfies Recipient },
      ]
    })
  }

  async function loadPeople(userIds: UserIds<'memberships'> | UserIds<'users'>) {
    const [users, choices, devices] = await Promise.all([
      db
        .selectFrom('users')
        .leftJoin('quiet_hours as quiet', 'quiet.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.email_verified_at'])
        .select(['quiet.begins', 'quiet.ends', 'quiet.time_zone'])
        .where('users.id', 'in', userIds)
        .execute(),
      db.selectFrom('notification_choices').selectAll().where('user_id', 'in', userIds).execute(),
      db
        .selectFrom('push_subscriptions')
        .select(['id', 'user_id', 'endpoint'])
        .where('user_id', 'in', userIds)
        .orderBy('id')
        .execute(),
    ])
    const choicesByUser = Map.groupBy(choices, (row) => row.user_id)
    const devicesByUser = Map.groupBy(devices, (row) => row.user_id)
    const people = users.map(({ id, email, email_verified_at, begins, ends, time_zone }) => {
      const hasNoQuietHours = begins === null || ends === null || time_zone === null
      const person: Omit<Recipient, 'isAdmin'> = {
        userId: id,
        email: email_verified_at === null ? '' : email,
        choices: toChoices(choicesByUser.get(id) ?? []),
        devices: (devicesByUser.get(id) ?? []).map((row) => ({ id: row.id, endpoint: row.endpoint })),
        quiet: hasNoQuietHours ? null : toQuietHours({ begins, ends, time_zone }),
      }
      return [id, person] as const
    })
    return new Map(people)
  }
}
