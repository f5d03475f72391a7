import { type AuditAction, type AuditDetail, describeAuditEntry } from '../league/audit-log.ts'
import { type LeagueRole, roleWithArticle } from '../league/roles.ts'
import { POST_NOTIFICATION_TTL_MS } from './activity-notifications.ts'
import type { Notification } from './notification.ts'

/** The actions of admins that open their league to others, or store a secret for it. */
export const OPENING_ACTIONS = [
  'league.create-invite',
  'league.create-public-link',
  'league.save-public-link',
  'league.save-webhook',
  'league.save-credentials',
  'cookies.allow_server',
] as const satisfies readonly AuditAction[]

export const MEMBERSHIP_ACTIONS = [
  'league.assign-user',
  'league.assign-team',
  'people.link',
] as const satisfies readonly AuditAction[]

type OpeningAction = (typeof OPENING_ACTIONS)[number]

export function isOpeningAction(action: string): action is OpeningAction {
  return (OPENING_ACTIONS as readonly string[]).includes(action)
}

type AdminEntry = { id: number; by: string; at: Date }

export function openingNotification(
  { id, action, detail, by, at }: AdminEntry & { action: OpeningAction; detail: AuditDetail },
  league: string,
): Notification {
  return {
    kind: 'link',
    key: `opening ${id}`,
    title: `${by} ${describeAuditEntry(action, detail)}`,
    body: `${league}: you can undo it in Admin Tools.`,
    target: { tab: 'admin' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function membershipNotification(
  { id, role, isNew, by, at }: AdminEntry & { role: LeagueRole; isNew: boolean },
  league: string,
): Notification {
  return {
    kind: 'access',
    key: `membership ${id}`,
    title: `You're ${roleWithArticle(role)} in ${league}`,
    body: isNew
      ? `${by} added you. You can leave the league on your account page.`
      : `${by} changed your role.`,
    target: { tab: 'overview' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}
