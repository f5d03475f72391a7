import { nextDeliveryTime } from '@fieldhouse/domain/notifications/notification'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { DELIVERY_RETRIES, type JobKind, type JobPool, type JobResult, MAIL_RETRIES } from '../../jobs/job.ts'
import { MailError } from '../../mail/mail.ts'
import { findRecapOfPost } from '../../repositories/weekly-results.ts'
import { createNotificationEmail } from './notification-email.ts'
import { type Delivery, findDelivery, MAIL_JOB, PUSH_JOB } from './notification-store.ts'
import { type PushContext, sendPush } from './push.ts'

const Payload = z.object({ notificationId: z.int(), subscriptionId: z.int().nullable() })

export function pushJob(ctx: PushContext): JobKind {
  return {
    kind: PUSH_JOB,
    async run({ payload, signal }) {
      const delivery = await findDelivery(ctx.db, Payload.parse(payload), ctx.now())
      if (delivery?.device == null) return undefined
      const result = await sendPush(ctx, delivery, delivery.device, signal)
      if (result.kind === 'sent') return undefined
      if (result.kind === 'gone') {
        await ctx.db.deleteFrom('push_subscriptions').where('id', '=', delivery.device.id).execute()
        return undefined
      }
      const reason = `The push service didn't accept the notification: ${result.reason}.`
      if (result.kind === 'refused') return { kind: 'refused', reason }
      return later(reason, result.retryAfterMs, delivery)
    },
    maxConcurrent: 10,
    maxConcurrentPerDestination: 5,
    isShort: true,
    retry: DELIVERY_RETRIES,
  }
}

export function mailJob(
  { db, mailer, publicUrl, now }: Pick<Context, 'db' | 'mailer' | 'publicUrl' | 'now'>,
  pool: JobPool,
): JobKind {
  return {
    kind: MAIL_JOB,
    async run({ payload, signal }) {
      const delivery = await findDelivery(db, Payload.parse(payload), now())
      // The account may have removed its email address since.
      if (delivery === null || delivery.email === '') return undefined
      const { kind, target } = delivery.notification
      const recap =
        kind === 'recap' && target.item !== undefined ? await findRecapOfPost(db, target.item.id) : null
      try {
        await mailer.send(createNotificationEmail(delivery, delivery.email, publicUrl(), recap), signal)
        return undefined
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof MailError)) throw error
        return later(`The mail server didn't accept the email: ${error.message}`, null, delivery)
      }
    },
    pool,
    maxConcurrent: pool.slots,
    isShort: true,
    retry: MAIL_RETRIES,
  }
}

function later(reason: string, retryAfterMs: number | null, { quiet }: Delivery): JobResult {
  return { kind: 'later', reason, retryAfterMs, postpone: (at) => nextDeliveryTime(quiet, at) }
}
