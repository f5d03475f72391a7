import { normalizeName } from '@fieldhouse/domain/names'
import {
  type AccessDecision,
  accessNotification,
  isOpeningAction,
  leaguelessRejection,
  MEMBERSHIP_ACTIONS,
  membershipNotification,
  OPENING_ACTIONS,
  openingNotification,
  requestNotification,
} from '@fieldhouse/domain/notifications/account-notifications'
import type { Db } from '../../database/engine/database.ts'
import { parseAuditDetail } from '../../repositories/audit.ts'
import { loadNames } from './feed-activity.ts'
import { type Activity, type ActivitySource, forAdmins, forUser } from './recipients.ts'

async function listJoinRequests(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('join_requests')
    .select(['id', 'user_id', 'league_id', 'team_id', 'message', 'created_at'])
    .where('status', '=', 'pending')
    .where('created_at', '>', since.getTime())
    .where('league_id', 'is not', null)
    .$narrowType<{ league_id: number }>()
    .orderBy('id')
    .execute()
  const nameOf = await loadNames(db, rows, ({ user_id }) => user_id)
  return rows.map(({ id, user_id, league_id: leagueId, team_id, message, created_at }) => {
    const person = nameOf(leagueId, user_id)
    const request = { id, person, message, hasTeam: team_id !== null, at: new Date(created_at) }
    return forAdmins(leagueId, (league) => requestNotification(request, league))
  })
}

/** Lists the new rejections of requests to join any league. */
export async function listRejections(db: Db, since: Date) {
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
}

type DecisionRow = { league_id: number; user_id: number; decision: AccessDecision }

async function listAccessDecisions(db: Db, since: Date): Promise<Activity[]> {
  const [decided, undone] = await Promise.all([listDecided(db, since), listUndone(db, since)])
  // The last word counts: a person who was rejected and then approved receives the approval only.
  const inOrder = [...decided, ...undone].sort((a, b) => a.decision.at.getTime() - b.decision.at.getTime())
  const newest = new Map(inOrder.map((row) => [`${row.league_id} ${row.user_id}`, row]))
  return [...newest.values()].map(({ league_id, user_id, decision }): Activity => {
    const { outcome } = decision
    return {
      leagueId: league_id,
      // Members are approved, outsiders rejected. A claim can be undone of both.
      isFor: ({ userId }) => userId === user_id && outcome !== 'rejected',
      ...(outcome === 'approved' ? {} : { outsiderId: user_id }),
      toNotification: (league) => accessNotification(decision, league),
    }
  })
}

/** Without the requests that ended when their users joined through an invite link: nobody decided about them. */
async function listDecided(db: Db, since: Date): Promise<DecisionRow[]> {
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

async function listUndone(db: Db, since: Date): Promise<DecisionRow[]> {
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

/**
 * Lists what admins did that opens a league to others, for its other admins, and new members and roles, for those whom an
 * admin gave them, unless they did it themselves or have left since.
 */
async function listAdminActions(db: Db, since: Date): Promise<Activity[]> {
  const entries = await listEntries(db, since)
  const openings = entries.flatMap(({ action, actorId, ...entry }): Activity[] => {
    if (!isOpeningAction(action)) return []
    const opening = forAdmins(entry.leagueId, (league) => openingNotification({ ...entry, action }, league))
    return [{ ...opening, isFor: ({ userId, isAdmin }) => isAdmin && userId !== actorId }]
  })
  const given = entries.filter(isMembership)
  if (given.length === 0) return openings
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.username_key', 'memberships.league_id', 'memberships.role'])
    .where('memberships.league_id', 'in', [...new Set(given.map(({ leagueId }) => leagueId))])
    .where('users.username_key', 'in', [...new Set(given.map(usernameKeyOf))])
    .execute()
  const memberships = given.flatMap((entry): Activity[] => {
    const { id, at, leagueId, actorId, by } = entry
    const member = members.find(
      (row) => row.league_id === leagueId && row.username_key === usernameKeyOf(entry),
    )
    if (member === undefined || member.id === actorId) return []
    const membership = { id, role: member.role, isNew: isNewMember(entry), by, at }
    return [forUser(leagueId, member.id, (league) => membershipNotification(membership, league))]
  })
  return [...openings, ...memberships]
}

/** `by` is the name under which the league shows who did it. */
async function listEntries(db: Db, since: Date) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'league_id', 'actor_id', 'actor_name', 'detail'])
    .where('action', 'in', [...OPENING_ACTIONS, ...MEMBERSHIP_ACTIONS])
    .where('at', '>', since.getTime())
    .where('league_id', 'is not', null)
    .$narrowType<{ league_id: number }>()
    .orderBy('id')
    .execute()
  const nameOf = await loadNames(db, rows, ({ actor_id }) => actor_id)
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    leagueId: row.league_id,
    action: row.action,
    actorId: row.actor_id,
    by: nameOf(row.league_id, row.actor_id ?? 0) || row.actor_name || 'A site admin',
    detail: parseAuditDetail(row.detail),
  }))
}

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Without teams that members got: they have seen the league before. */
function isMembership(entry: Entry): boolean {
  const { action, detail } = entry
  const isListed = (MEMBERSHIP_ACTIONS as readonly string[]).includes(action)
  if (!isListed || typeof detail['username'] !== 'string') return false
  return action !== 'league.assign-team' || isNewMember(entry)
}

/** Nothing says whether somebody who was linked to an imported person was a member before. */
function isNewMember({ action, detail }: Entry): boolean {
  return action === 'people.link' || detail['is_new'] === true
}

const usernameKeyOf = ({ detail }: Entry) => normalizeName(String(detail['username']))

export const ACCESS_ACTIVITY: readonly ActivitySource[] = [
  listJoinRequests,
  listAccessDecisions,
  listAdminActions,
]
