import { createECDH } from 'node:crypto'
import * as contract from '@fieldhouse/contract/notifications'
import {
  ADMIN_NOTIFICATION_KINDS,
  NOTIFICATION_KINDS,
  type QuietHours,
} from '@fieldhouse/domain/notifications/notification'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { insertDevice, readChoices, saveChoices } from './choices.ts'
import { getOrCreatePushKeys, isPushEndpoint } from './push.ts'

export const notifications = [
  operation(contract.getNotifications, ({ ctx, user }) => loadNotifications(ctx, user.userId)),

  operation(contract.saveNotifications, async ({ ctx, user: { userId }, body: { kinds = [], quiet } }) => {
    await saveChoices(ctx.db, userId, kinds, quiet && parseQuietHours(quiet))
    return { message: 'Saved.', notifications: await loadNotifications(ctx, userId) }
  }),

  operation(contract.addDevice, async ({ ctx, user, body: device }) => {
    const isAllowed = isPushEndpoint(device.endpoint) || ctx.settings.PUSH_ANYWHERE
    if (!isAllowed) throw invalidField('endpoint', 'The push endpoint must use https on port 443.')
    if (!isPublicKey(device.p256dh)) throw invalidField('p256dh', 'That public key is not valid.')
    // Creating keys deletes all subscriptions, so it must happen before this one is added.
    await getOrCreatePushKeys(ctx.db, ctx.settings.secretKey)
    await insertDevice(ctx.db, user, device, ctx.now())
    return {
      message: 'Notifications are on for this device.',
      notifications: await loadNotifications(ctx, user.userId),
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

function parseQuietHours({ begins, ends, time_zone }: z.infer<typeof contract.QuietTimes>): QuietHours {
  return { begins: parseClock(begins), ends: parseClock(ends), timeZone: time_zone }
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
