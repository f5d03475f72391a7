import { createHash } from 'node:crypto'
import type { NotificationKind } from '@fieldhouse/domain/notification'
import webPush from 'web-push'
import { type DeliveryResult, postExternal } from '../../providers/http/post-external.ts'
import type { Delivery } from './notification-store.ts'
import type { PushKeys } from './push-keys.ts'

const TABS: Readonly<Record<NotificationKind, string>> = {
  pick: 'Betslip',
  starter: 'Roster',
  proposal: 'League Social',
  comment: 'League Social',
}

export type PushSenderOptions = {
  keys: () => Promise<PushKeys>
  /** Who sends, for the push service: `mailto:` or https. */
  subject: () => string
  /** Whether a browser's push service may be on this machine and its network. */
  allowsPrivateHosts: boolean
  now: () => Date
}

export type PushSender = ReturnType<typeof pushSender>

/** Sends through the push services of browsers, sealed so that only the browser reads it. */
export function pushSender({ keys, subject, allowsPrivateHosts, now }: PushSenderOptions) {
  return {
    /** Makes the keys where there are none: new ones forget the browsers, so this comes before anything else. */
    async prepare(): Promise<void> {
      await keys()
    },

    /** Rejects only when the signal aborts. */
    async send(
      { notification, league }: Pick<Delivery, 'notification' | 'league'>,
      to: { endpoint: string; p256dh: string; auth: string },
      signal: AbortSignal,
    ): Promise<DeliveryResult> {
      const { kind, key, title, body, expiresAt } = notification
      const payload = { title, body, tag: `${league} ${key}`, league, tab: TABS[kind] }
      const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }
      const request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails: { subject: subject(), ...(await keys()) },
        TTL: Math.max(0, Math.round((expiresAt.getTime() - now().getTime()) / 1000)),
        // What is tried again takes the place of what waits there.
        topic: createHash('sha256').update(`${league} ${key}`).digest('base64url').slice(0, 32),
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
