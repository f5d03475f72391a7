import { createHash } from 'node:crypto'
import type { NotificationKind } from '@fieldhouse/domain/notifications/notification'
import type { Context } from '../../context.ts'
import { createCipher, reencrypt } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { type DeliveryResult, postExternal } from '../../providers/http/public-hosts.ts'
import type { Settings } from '../../settings.ts'
import { type Delivery, notificationPath } from './notification-store.ts'
import type { Device } from './recipients.ts'

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
export function isPushEndpoint(endpoint: string): boolean {
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
