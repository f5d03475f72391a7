import { nextDeliveryTime, type QuietHours } from '@fieldhouse/domain/notifications/notification'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import type { JobKind, JobPool, JobResult, JobRun } from '../../jobs/job.ts'
import { DELIVERY_RETRIES, MAIL_RETRIES } from '../../jobs/retry-delay.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import { createNotificationEmail } from './notification-email.ts'
import { type Delivery, MAIL_JOB, type NotificationStore, PUSH_JOB } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'

const Payload = z.object({ notificationId: z.int(), subscriptionId: z.int().nullable() })

export type PushJobOptions = { store: NotificationStore; push: Pick<PushSender, 'send'>; now: () => Date }

/** Sends a notification to a browser. */
export function pushJob({ store, push, now }: PushJobOptions): JobKind {
  return {
    kind: PUSH_JOB,
    async run({ payload, signal }) {
      const delivery = await store.findDelivery(Payload.parse(payload), now())
      if (delivery?.device == null) return undefined
      const result = await push.send(delivery, delivery.device, signal)
      if (result.kind === 'sent') return undefined
      if (result.kind === 'gone') {
        await store.deleteDevice(delivery.device.id)
        return undefined
      }
      const reason = `The push service didn't accept the notification: ${result.reason}.`
      if (result.kind === 'refused') return { kind: 'refused', reason }
      return later(reason, result.retryAfterMs, delivery.quiet)
    },
    maxConcurrent: 10,
    maxConcurrentPerDestination: 5,
    isShort: true,
    retry: DELIVERY_RETRIES,
    keepFinished: 'delete',
  }
}

export type MailJobOptions = {
  store: NotificationStore
  mailer: Mailer
  /** The slots that all emails share. */
  pool: JobPool
  /** Reads the recap that a post shows; null if the post is none, or has no document. */
  findRecap: (postId: number) => Promise<RecapDocument | null>
  /** The base URL of the web app. */
  publicUrl: () => string
  now: () => Date
}

/** Sends a notification by email. */
export function mailJob({ store, mailer, pool, findRecap, publicUrl, now }: MailJobOptions): JobKind {
  async function send(delivery: Delivery, signal: AbortSignal): Promise<JobResult> {
    try {
      const { kind, target } = delivery.notification
      const recap = kind === 'recap' && target.item !== undefined ? await findRecap(target.item.id) : null
      await mailer.send(createNotificationEmail(delivery, delivery.email, publicUrl(), recap), signal)
      return undefined
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof MailError)) throw error
      return later(`The mail server didn't accept the email: ${error.message}`, null, delivery.quiet)
    }
  }

  return {
    kind: MAIL_JOB,
    async run({ payload, signal }: JobRun) {
      const delivery = await store.findDelivery(Payload.parse(payload), now())
      // The account may have removed its email address since.
      return delivery === null || delivery.email === '' ? undefined : send(delivery, signal)
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    retry: MAIL_RETRIES,
    keepFinished: 'delete',
  }
}

function later(reason: string, retryAfterMs: number | null, quiet: QuietHours | null): JobResult {
  return { kind: 'later', reason, retryAfterMs, postpone: (at) => nextDeliveryTime(quiet, at) }
}
