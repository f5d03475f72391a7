import { accessDenialReason } from '@fieldhouse/domain/league/roles'
import type { Db } from '../database/engine/database.ts'

/** The user and the session of an event stream, and its league. */
export type Subscriber = { leagueId: number; userId: number; tokenHash: string }

/** The number of subscribers per query. The engines limit the number of parameters. */
const BATCH_SIZE = 5000

export interface SubscriberStore {
  /**
   * The subscribers whose session has ended or who may no longer see their league. Does not extend the sessions.
   * Asks one question for up to 5,000 subscribers.
   */
  findDenied(subscribers: readonly Subscriber[], now: Date): Promise<Subscriber[]>
}

export function subscriberStore(db: Db): SubscriberStore {
  return {
    async findDenied(subscribers, now) {
      const denied: Subscriber[] = []
      for (let start = 0; start < subscribers.length; start += BATCH_SIZE) {
        const batch = subscribers.slice(start, start + BATCH_SIZE)
        const allowed = await listAllowed(batch, now)
        denied.push(...batch.filter((subscriber) => !allowed.has(keyOf(subscriber))))
      }
      return denied
    },
  }

  /** The keys of those who have access. */
  async function listAllowed(subscribers: readonly Subscriber[], now: Date): Promise<Set<string>> {
    const leagueIds = [...new Set(subscribers.map(({ leagueId }) => leagueId))]
    const tokenHashes = [...new Set(subscribers.map(({ tokenHash }) => tokenHash))]
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', 'in', leagueIds),
      )
      .select([
        'sessions.token_hash',
        'users.is_admin',
        'users.is_staff',
        'memberships.league_id',
        'memberships.role',
      ])
      .where('sessions.token_hash', 'in', tokenHashes)
      .where('users.disabled_at', 'is', null)
      .where('sessions.expires_at', '>', now.getTime())
      .execute()
    const actors = new Map(
      rows.map((row) => [
        row.token_hash,
        { isAdmin: row.is_admin === 1, isStaff: row.is_staff === 1, isAnyLeagueAdmin: false },
      ]),
    )
    const roles = new Map(
      rows.map((row) => [keyOf({ tokenHash: row.token_hash, leagueId: row.league_id ?? 0 }), row.role]),
    )
    const allowed = subscribers.filter((subscriber) => {
      const actor = actors.get(subscriber.tokenHash) ?? null
      return accessDenialReason('member', actor, roles.get(keyOf(subscriber)) ?? null) === null
    })
    return new Set(allowed.map(keyOf))
  }
}

function keyOf({ tokenHash, leagueId }: Pick<Subscriber, 'tokenHash' | 'leagueId'>): string {
  return `${leagueId} ${tokenHash}`
}
