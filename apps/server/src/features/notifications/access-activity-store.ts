import {
  type AccessDecision,
  accessNotification,
  leaguelessRejection,
  requestNotification,
} from '@fieldhouse/domain/notifications/access-notifications'
import type { Notification } from '@fieldhouse/domain/notifications/notification'
import type { Db } from '../../database/engine/database.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import type { Activity } from './activity-store.ts'

/** Who asked to join which league, and what admins decided. */
export interface AccessActivityStore {
  /** Lists new requests for the admins of their leagues, and new decisions for those whom they concern. */
  listAccessActivity(since: Date): Promise<Activity[]>
  /** Lists the new rejections of requests to join any league. */
  listLeaguelessRejections(since: Date): Promise<{ userId: number; notification: Notification }[]>
}

type DecisionRow = { league_id: number; user_id: number; decision: AccessDecision }

export function accessActivityStore(db: Db): AccessActivityStore {
  return {
    async listAccessActivity(since) {
      const [requests, decided, undone] = await Promise.all([
        listRequests(since),
        listDecided(since),
        listUndone(since),
      ])
      return [...requests, ...newestByPerson([...decided, ...undone]).map(toActivity)]
    },

    async listLeaguelessRejections(since) {
      const rows = await db
        .selectFrom('join_requests')
        .select(['id', 'user_id', 'decided_at'])
        .where('status', '=', 'rejected')
        .where('decided_at', '>', since.getTime())
        .where('league_id', 'is', null)
        .$narrowType<{ decided_at: number }>()
        .orderBy('id')
        .execute()
      return rows.map(({ id, user_id, decided_at }) => ({
        userId: user_id,
        notification: leaguelessRejection({ id, at: new Date(decided_at) }),
      }))
    },
  }

  async function listRequests(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('join_requests')
      .select(['id', 'user_id', 'league_id', 'team_id', 'message', 'created_at'])
      .where('status', '=', 'pending')
      .where('created_at', '>', since.getTime())
      .where('league_id', 'is not', null)
      .$narrowType<{ league_id: number }>()
      .orderBy('id')
      .execute()
    const activities: Activity[] = []
    for (const [leagueId, ofLeague] of Map.groupBy(rows, (row) => row.league_id)) {
      const names = await loadDisplayNames(
        db,
        leagueId,
        ofLeague.map((row) => row.user_id),
      )
      for (const { id, user_id, team_id, message, created_at } of ofLeague) {
        const person = names.get(user_id) ?? ''
        const request = { id, person, message, hasTeam: team_id !== null, at: new Date(created_at) }
        activities.push({
          leagueId,
          isFor: ({ isAdmin }) => isAdmin,
          toNotification: (league) => requestNotification(request, league),
        })
      }
    }
    return activities
  }

  /** Without the requests that ended when their users joined through an invite link: nobody decided about them. */
  async function listDecided(since: Date): Promise<DecisionRow[]> {
    const rows = await db
      .selectFrom('join_requests as request')
      .select(['request.id', 'request.user_id', 'request.league_id', 'request.status', 'request.decided_at'])
      .where('request.status', 'in', ['approved', 'rejected'])
      .where('request.decided_at', '>', since.getTime())
      .where('request.league_id', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('invite_uses as use')
              .innerJoin('invite_links as link', 'link.id', 'use.link_id')
              .select('use.link_id')
              .whereRef('use.user_id', '=', 'request.user_id')
              .whereRef('link.league_id', '=', 'request.league_id')
              .whereRef('use.claimed_at', '=', 'request.decided_at'),
          ),
        ),
      )
      .$narrowType<{ league_id: number; status: 'approved' | 'rejected'; decided_at: number }>()
      .orderBy('request.id')
      .execute()
    return rows.map(({ id, status, decided_at, ...row }) => ({
      ...row,
      decision: { outcome: status, id, at: new Date(decided_at) },
    }))
  }

  async function listUndone(since: Date): Promise<DecisionRow[]> {
    const rows = await db
      .selectFrom('invite_uses as use')
      .innerJoin('invite_links as link', 'link.id', 'use.link_id')
      .select(['link.id', 'link.league_id', 'use.user_id', 'use.undone_at'])
      .where('use.undone_at', '>', since.getTime())
      .$narrowType<{ undone_at: number }>()
      .orderBy('link.id')
      .execute()
    return rows.map(({ id, undone_at, ...row }) => ({
      ...row,
      decision: { outcome: 'undone', id, at: new Date(undone_at) },
    }))
  }
}

/** The last word counts: a person who was rejected and then approved receives the approval only. */
function newestByPerson(rows: readonly DecisionRow[]): DecisionRow[] {
  const inOrder = rows.toSorted((a, b) => a.decision.at.getTime() - b.decision.at.getTime())
  return [...new Map(inOrder.map((row) => [`${row.league_id} ${row.user_id}`, row])).values()]
}

/** Members are approved, outsiders rejected. A claim can be undone of both. */
function toActivity({ league_id, user_id, decision }: DecisionRow): Activity {
  const { outcome } = decision
  return {
    leagueId: league_id,
    isFor: ({ userId }) => userId === user_id && outcome !== 'rejected',
    ...(outcome === 'approved' ? {} : { outsiderId: user_id }),
    toNotification: (league) => accessNotification(decision, league),
  }
}
