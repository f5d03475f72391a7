import { createECDH, createHash } from 'node:crypto'
import * as contract from '@fieldhouse/contract/notifications'
import {
  ADMIN_NOTIFICATION_KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@fieldhouse/domain/notifications/notification'
import type { Context } from '../../context.ts'
import { createCipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { type DeliveryResult, postExternal } from '../../providers/http/public-hosts.ts'
import type { Settings } from '../../settings.ts'
import { type Delivery, type Device, notificationPath, readChoices } from './notification-store.ts'

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

export type PushContext = Pick<Context, 'db' | 'publicUrl' | 'now'> & {
  settings: Pick<Settings, 'secretKey' | 'PUSH_ANYWHERE'>
}

type PushKeys = { publicKey: string; privateKey: string }

const KEY_NAME = 'push'

const cipherOf = (secretKey: string) => createCipher(secretKey, 'push keys')

/**
 * Created once and stored in the database with the private key encrypted, so every process uses the same ones. If the
 * server's secret key can no longer decrypt the private key, new keys replace them and all push subscriptions are
 * deleted.
 */
export async function getOrCreatePushKeys(db: Db, secretKey: string): Promise<PushKeys> {
  const keys = await findPushKeys(db, secretKey)
  if (keys !== null) return keys
  return inTransaction(db, async (transaction) => {
    // The upsert locks the row: the first process creates the keys and the others wait and find them.
    await transaction
      .insertInto('push_keys')
      .values({ name: KEY_NAME, public_key: '', private_key: '' })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('push_keys.name') })),
      )
      .execute()
    const stored = await findPushKeys(transaction, secretKey)
    if (stored !== null) return stored
    const { default: webPush } = await import('web-push')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await transaction.deleteFrom('push_subscriptions').execute()
    await transaction
      .updateTable('push_keys')
      .set({ public_key: publicKey, private_key: cipherOf(secretKey).encrypt(privateKey, KEY_NAME) })
      .where('name', '=', KEY_NAME)
      .execute()
    return { publicKey, privateKey }
  })
}

async function findPushKeys(db: Db, secretKey: string): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('push_keys')
    .select(['public_key', 'private_key'])
    .where('name', '=', KEY_NAME)
    .executeTakeFirst()
  const privateKey = row === undefined ? null : cipherOf(secretKey).decrypt(row.private_key, KEY_NAME)
  return row === undefined || privateKey === null ? null : { publicKey: row.public_key, privateKey }
}

/** Re-encrypts the private key if only the server's previous secret key can decrypt it. */
export async function reencryptPushKeys(db: Db, secretKey: string, previousKey: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('push_keys')
      .select('private_key')
      .where('name', '=', KEY_NAME)
      .executeTakeFirst()
    if (row === undefined) return
    const encrypted = reencrypt(cipherOf(secretKey), cipherOf(previousKey), row.private_key, KEY_NAME)
    await transaction
      .updateTable('push_keys')
      .set({ private_key: encrypted })
      .where('name', '=', KEY_NAME)
      .execute()
  })
}

/** Push services of browsers use https on its usual port. Others would be requests to a server of the user's choice. */
function isPushEndpoint(endpoint: string): boolean {
  const { protocol, port } = new URL(endpoint)
  return protocol === 'https:' && port === ''
}

/**
 * Encrypted so that only the browser reads it. `gone` if the browser can't be reached at its endpoint any more. Rejects
 * only when the signal aborts.
 */
export async function sendPush(
  { db, settings, publicUrl, now }: PushContext,
  { notification, league }: Pick<Delivery, 'notification' | 'league'>,
  { endpoint, p256dh, auth }: Device,
  signal: AbortSignal,
): Promise<DeliveryResult | { kind: 'gone' }> {
  const mayBePrivate = settings.PUSH_ANYWHERE
  if (!mayBePrivate && !isPushEndpoint(endpoint)) return { kind: 'gone' }
  const { kind, key, title, body, target, expiresAt } = notification
  const tag = league === null ? key : `${league} ${key}`
  // Service workers of the previous release know only the league and the tab.
  const opens = { path: notificationPath(target, league), league: league ?? '', tab: TABS[kind] }
  const payload = { title, body, tag, ...opens }
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: {
        subject: vapidSubject(publicUrl()),
        ...(await getOrCreatePushKeys(db, settings.secretKey)),
      },
      TTL: Math.max(0, Math.round((expiresAt.getTime() - now().getTime()) / 1000)),
      // A retry replaces an undelivered message with the same topic.
      topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
      urgency: kind === 'pick' || kind === 'starter' ? 'high' : 'normal',
    },
  )
  const headers = request.headers as Record<string, string | number>
  return postExternal({ url: endpoint, headers, body: request.body ?? '', signal, mayBePrivate }, now)
}

/** Push services require a contact: an https URL or an email address, which does not have to be read. */
function vapidSubject(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@fieldhouse.invalid'
}

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
