import { createECDH } from 'node:crypto'
import * as contract from '@fieldhouse/contract/notifications'
import { ADMIN_NOTIFICATION_KINDS, NOTIFICATION_KINDS } from '@fieldhouse/domain/notifications/notification'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { getOrCreatePushKeys, isPushEndpoint } from './push.ts'
import { readChoices } from './recipients.ts'

/** Per user. */
const MAX_DEVICES = 10

export const notifications = [
  operation(contract.getNotifications, ({ ctx, user }) => loadNotifications(ctx, user.userId)),

  operation(contract.saveNotifications, async ({ ctx, user: { userId }, body: { kinds = [], quiet } }) => {
    await inTransaction(ctx.db, async (transaction) => {
      for (const { kind, push, mail, inbox } of kinds) {
        const row = { by_push: Number(push), by_mail: Number(mail), by_inbox: Number(inbox) }
        await upsert(transaction, 'notification_choices', { user_id: userId, kind }, row)
      }
      if (quiet === undefined) return
      await transaction.deleteFrom('quiet_hours').where('user_id', '=', userId).execute()
      if (quiet === null) return
      const times = { begins: parseClock(quiet.begins), ends: parseClock(quiet.ends) }
      await transaction
        .insertInto('quiet_hours')
        .values({ user_id: userId, ...times, time_zone: quiet.time_zone })
        .execute()
    })
    return { message: 'Saved.', notifications: await loadNotifications(ctx, userId) }
  }),

  /** A browser belongs to one user: the last one to subscribe it, until that user's session ends. */
  operation(contract.addDevice, async ({ ctx, user: { userId, tokenHash }, body }) => {
    const { endpoint, p256dh, auth } = body
    const isAllowed = isPushEndpoint(endpoint) || ctx.settings.PUSH_ANYWHERE
    if (!isAllowed) throw invalidField('endpoint', 'The push endpoint must use https on port 443.')
    if (!isPublicKey(p256dh)) throw invalidField('p256dh', 'That public key is not valid.')
    // Creating keys deletes all subscriptions, so it must happen before this one is added.
    await getOrCreatePushKeys(ctx.db, ctx.settings.secretKey)
    await inTransaction(ctx.db, async (transaction) => {
      const at = ctx.now().getTime()
      const row = { user_id: userId, p256dh, auth, created_at: at, session_hash: tokenHash }
      await upsert(transaction, 'push_subscriptions', { endpoint }, row)
      const newest = transaction
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_DEVICES)
      await transaction
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .where('id', 'not in', newest)
        .execute()
    })
    return {
      message: 'Notifications are on for this device.',
      notifications: await loadNotifications(ctx, userId),
    }
  }),

  operation(contract.removeDevice, async ({ ctx, user: { userId }, body }) => {
    await ctx.db
      .deleteFrom('push_subscriptions')
      .where((eb) => eb.and({ user_id: userId, endpoint: body.endpoint }))
      .execute()
    return {
      message: 'Notifications are off for this device.',
      notifications: await loadNotifications(ctx, userId),
    }
  }),
]

async function loadNotifications(
  { db, settings, sendsMail }: Context,
  userId: number,
): Promise<contract.Notifications> {
  const [stored, { publicKey }] = await Promise.all([
    readChoices(db, userId),
    getOrCreatePushKeys(db, settings.secretKey),
  ])
  const { choices, quiet, devices, hasEmail, hasVerifiedEmail, isLeagueAdmin } = stored
  const kinds = NOTIFICATION_KINDS.filter((kind) => isLeagueAdmin || !ADMIN_NOTIFICATION_KINDS.includes(kind))
  return {
    kinds: kinds.map((kind) => ({ kind, ...choices[kind] })),
    quiet: quiet && {
      begins: formatClock(quiet.begins),
      ends: formatClock(quiet.ends),
      time_zone: quiet.timeZone,
    },
    mail: !sendsMail ? 'off' : !hasEmail ? 'no_address' : hasVerifiedEmail ? 'ready' : 'unverified',
    devices,
    public_key: publicKey,
  }
}

function formatClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function parseClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether messages can be encrypted for the key: it must be a point on the P-256 curve. */
function isPublicKey(p256dh: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
