import { POST_NOTIFICATION_TTL_MS, truncate } from './activity-notifications.ts'
import type { Notification } from './notification.ts'

export type WaitingRequest = {
  id: number
  person: string
  message: string
  /** Whether the person has picked a team through an invite link. */
  hasTeam: boolean
  at: Date
}

export function requestNotification(
  { id, person, message, hasTeam, at }: WaitingRequest,
  league: string,
): Notification {
  return {
    kind: 'request',
    key: `request ${id}`,
    title: hasTeam ? `${person} claims a team in ${league}` : `${person} wants to join ${league}`,
    body: message === '' ? 'Approve or reject it in Admin Tools.' : truncate(message),
    target: { tab: 'admin' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** About a request, or what the person got through an invite link. `id` identifies the request or the link. */
export type AccessDecision = { outcome: 'approved' | 'rejected' | 'undone'; id: number; at: Date }

/** Opens the league, which shows those who are not in it how to ask again. */
export function accessNotification({ outcome, id, at }: AccessDecision, league: string): Notification {
  return {
    kind: 'access',
    key: `${outcome} ${id}`,
    ...ACCESS_TEXTS[outcome](league),
    target: { tab: 'overview' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** The answer to a request to join any league. */
export function leaguelessRejection({ id, at }: Pick<AccessDecision, 'id' | 'at'>): Notification {
  return {
    kind: 'access',
    key: `rejected ${id}`,
    title: 'Your request to join a league was rejected',
    body: 'You can send another request.',
    target: { tab: 'overview' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

const ACCESS_TEXTS: Readonly<
  Record<AccessDecision['outcome'], (league: string) => Pick<Notification, 'title' | 'body'>>
> = {
  approved: (league) => ({ title: `You're in ${league}`, body: 'Your request was approved.' }),
  rejected: (league) => ({
    title: `Your request to join ${league} was rejected`,
    body: 'You can send another request.',
  }),
  undone: (league) => ({
    title: `Your place in ${league} was taken back`,
    body: 'An admin undid what you picked through an invite link. You can ask for a team again.',
  }),
}
