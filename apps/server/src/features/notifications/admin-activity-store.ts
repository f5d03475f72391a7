import type { AuditDetail } from '@fieldhouse/domain/league/audit-log'
import { normalizeName } from '@fieldhouse/domain/names'
import {
  isOpeningAction,
  MEMBERSHIP_ACTIONS,
  membershipNotification,
  OPENING_ACTIONS,
  openingNotification,
} from '@fieldhouse/domain/notifications/admin-notifications'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import type { Activity } from './activity-store.ts'

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

type Entry = {
  id: number
  at: Date
  leagueId: number
  action: string
  actorId: number | null
  /** The name under which the league shows who did it. */
  by: string
  detail: AuditDetail
}

/** What admins did that other people have to hear of. */
export interface AdminActivityStore {
  /**
   * Lists what opens a league to others, for its other admins, and new members and roles, for those whom an admin gave
   * them.
   */
  listAdminActivity(since: Date): Promise<Activity[]>
}

export function adminActivityStore(db: Db): AdminActivityStore {
  return {
    async listAdminActivity(since) {
      const entries = await listEntries(since)
      return [...entries.flatMap(toOpenings), ...(await toMemberships(entries))]
    },
  }

  async function listEntries(since: Date): Promise<Entry[]> {
    const rows = await db
      .selectFrom('audit_log')
      .select(['id', 'at', 'action', 'league_id', 'actor_id', 'actor_name', 'detail'])
      .where('action', 'in', [...OPENING_ACTIONS, ...MEMBERSHIP_ACTIONS])
      .where('at', '>', since.getTime())
      .where('league_id', 'is not', null)
      .$narrowType<{ league_id: number }>()
      .orderBy('id')
      .execute()
    const entries: Entry[] = []
    for (const [leagueId, ofLeague] of Map.groupBy(rows, (row) => row.league_id)) {
      const actors = new Set(ofLeague.flatMap(({ actor_id }) => actor_id ?? []))
      const names = await loadDisplayNames(db, leagueId, [...actors])
      for (const { id, at, action, actor_id, actor_name, detail } of ofLeague) {
        const by = names.get(actor_id ?? 0) ?? (actor_name === '' ? 'A site admin' : actor_name)
        const parsed = Detail.parse(JSON.parse(detail))
        entries.push({ id, at: new Date(at), leagueId, action, actorId: actor_id, by, detail: parsed })
      }
    }
    return entries
  }

  /** Not for those who did it to themselves, or have left since. */
  async function toMemberships(entries: readonly Entry[]): Promise<Activity[]> {
    const given = entries.filter(isMembership)
    if (given.length === 0) return []
    const members = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.username_key', 'memberships.league_id', 'memberships.role'])
      .where('memberships.league_id', 'in', [...new Set(given.map(({ leagueId }) => leagueId))])
      .where('users.username_key', 'in', [...new Set(given.map(usernameKeyOf))])
      .execute()
    return given.flatMap((entry): Activity[] => {
      const { id, at, leagueId, actorId, by } = entry
      const member = members.find(
        (row) => row.league_id === leagueId && row.username_key === usernameKeyOf(entry),
      )
      if (member === undefined || member.id === actorId) return []
      const membership = { id, role: member.role, isNew: isNewMember(entry), by, at }
      return [
        {
          leagueId,
          isFor: ({ userId }) => userId === member.id,
          toNotification: (league) => membershipNotification(membership, league),
        },
      ]
    })
  }
}

function toOpenings({ action, actorId, ...entry }: Entry): Activity[] {
  if (!isOpeningAction(action)) return []
  return [
    {
      leagueId: entry.leagueId,
      isFor: ({ userId, isAdmin }) => isAdmin && userId !== actorId,
      toNotification: (league) => openingNotification({ ...entry, action }, league),
    },
  ]
}

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
