import { createHash } from 'node:crypto'
import type { NotificationKind } from '@fieldhouse/domain/notifications/notification'
import { type DeliveryResult, postExternal } from '../../providers/http/post-external.ts'
import { notificationPath } from './notification-path.ts'
import type { Delivery } from './notification-store.ts'
import type { PushKeys } from './push-key-store.ts'

const TABS: Readonly<Record<NotificationKind, string>> = {
  pick: 'Betslip',
  slip: 'Betslip',
  starter: 'Roster',
  proposal: 'League Social',
  comment: 'League Social',
  mention: 'League Social',
  vote: 'League Social',
  like: 'League Social',
  recap: 'League Social',
  record: 'History',
  trade: 'League Social',
  waiver: 'League Social',
  job: 'Overview',
  request: 'Admin Tools',
  report: 'Admin Tools',
  link: 'Admin Tools',
  access: 'Overview',
}

export type PushSenderOptions = {
  keys: () => Promise<PushKeys>
  /** The VAPID subject that identifies the sender to push services: a `mailto:` or https URL. */
  subject: () => string
  /** Whether push endpoints may be on this machine or its private network. */
  allowsPrivateHosts: boolean
  now: () => Date
}

/** Sends notifications through the browsers' push services, encrypted so that only the browser reads them. */
export interface PushSender {
  /** Creates missing VAPID keys. Call this first, because new keys delete all existing subscriptions. */
  prepare(): Promise<void>
  /** `gone` if the browser can't be reached at its endpoint any more. Rejects only when the signal aborts. */
  send(
    delivery: Pick<Delivery, 'notification' | 'league'>,
    to: { endpoint: string; p256dh: string; auth: string },
    signal: AbortSignal,
  ): Promise<DeliveryResult | { kind: 'gone' }>
}

/** Push services of browsers use https on its usual port. Others would be requests to a server of the user's choice. */
export function isPushEndpoint(endpoint: string): boolean {
  const { protocol, port } = new URL(endpoint)
  return protocol === 'https:' && port === ''
}

export function pushSender({ keys, subject, allowsPrivateHosts, now }: PushSenderOptions): PushSender {
  return {
    async prepare() {
      await keys()
    },

    async send({ notification, league }, to, signal) {
      if (!allowsPrivateHosts && !isPushEndpoint(to.endpoint)) return { kind: 'gone' }
      const { kind, key, title, body, target, expiresAt } = notification
      const tag = league === null ? key : `${league} ${key}`
      // Service workers of the previous release know only the league and the tab.
      const opens = { path: notificationPath(target, league), league: league ?? '', tab: TABS[kind] }
      const payload = { title, body, tag, ...opens }
      const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }
      const { default: webPush } = await import('web-push')
      const request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails: { subject: subject(), ...(await keys()) },
        TTL: Math.max(0, Math.round((expiresAt.getTime() - now().getTime()) / 1000)),
        // A retry replaces an undelivered message with the same topic.
        topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
        urgency: kind === 'pick' || kind === 'starter' ? 'high' : 'normal',
      })
      const headers = request.headers as Record<string, string | number>
      return postExternal(
        { url: to.endpoint, headers, body: request.body ?? '', signal, mayBePrivate: allowsPrivateHosts },
        now,
      )
    },
  }
}
