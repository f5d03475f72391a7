import { accessDenialReason } from '@fieldhouse/domain/league/roles'
import type { Db } from '../database/engine/database.ts'
import { inBatches } from '../database/engine/queries.ts'

export type Subscriber = { leagueId: number; userId: number; tokenHash: string }

/** The number of subscribers per query. The engines limit the number of parameters. */
const BATCH_SIZE = 5000

/** Those whose session has ended or who may no longer see their league. Does not extend the sessions. */
export async function findDenied(
  db: Db,
  subscribers: readonly Subscriber[],
  now: Date,
): Promise<Subscriber[]> {
  const denied: Subscriber[] = []
  for await (const batch of inBatches(subscribers, BATCH_SIZE)) {
    const isAllowed = await loadAccess(db, batch, now)
    denied.push(...batch.filter((subscriber) => !isAllowed(subscriber)))
  }
  return denied
}

async function loadAccess(db: Db, subscribers: readonly Subscriber[], now: Date) {
  const leagueIds = [...new Set(subscribers.map(({ leagueId }) => leagueId))]
  const tokenHashes = [...new Set(subscribers.map(({ tokenHash }) => tokenHash))]
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'users.id').on('memberships.league_id', 'in', leagueIds),
    )
    .select(['sessions.token_hash', 'users.is_admin', 'users.is_staff'])
    .select(['memberships.league_id', 'memberships.role'])
    .where('sessions.token_hash', 'in', tokenHashes)
    .where('users.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', now.getTime())
    .execute()
  const bySession = Map.groupBy(rows, ({ token_hash }) => token_hash)
  return ({ leagueId, tokenHash }: Subscriber): boolean => {
    const ofSession = bySession.get(tokenHash) ?? []
    const [user] = ofSession
    const actor =
      user === undefined
        ? null
        : { isAdmin: user.is_admin === 1, isStaff: user.is_staff === 1, isAnyLeagueAdmin: false }
    const role = ofSession.find(({ league_id }) => league_id === leagueId)?.role ?? null
    return accessDenialReason('member', actor, role) === null
  }
}
