import { type Cipher, createCipher, reencrypt } from '../../crypto/encryption.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const KEY_NAME = 'push'

export function createPushKeyCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'push keys')
}

/**
 * Returns the VAPID keys that identify this server to push services. They are created once and stored in the
 * database with the private key encrypted, so every process uses the same ones. If the server's secret key
 * can no longer decrypt the private key, new keys replace them and all push subscriptions are deleted.
 */
export async function getOrCreatePushKeys(db: Db, cipher: Cipher): Promise<PushKeys> {
  return (await findPushKeys(db, cipher)) ?? (await createPushKeys(db, cipher))
}

async function findPushKeys(db: Pick<Db, 'selectFrom'>, cipher: Cipher): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('server_keys')
    .select(['public_key', 'private_key'])
    .where('name', '=', KEY_NAME)
    .executeTakeFirst()
  const privateKey = row === undefined ? null : cipher.decrypt(row.private_key, KEY_NAME)
  return row === undefined || privateKey === null ? null : { publicKey: row.public_key, privateKey }
}

async function createPushKeys(db: Db, cipher: Cipher): Promise<PushKeys> {
  return inTransaction(db, async (transaction) => {
    // The upsert locks the row: the first process creates the keys and the others wait and find them.
    await transaction
      .insertInto('server_keys')
      .values({ name: KEY_NAME, public_key: '', private_key: '' })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('server_keys.name') })),
      )
      .execute()
    const existingKeys = await findPushKeys(transaction, cipher)
    if (existingKeys !== null) return existingKeys
    const { default: webPush } = await import('web-push')
    const keys = webPush.generateVAPIDKeys()
    await transaction.deleteFrom('push_subscriptions').execute()
    await transaction
      .updateTable('server_keys')
      .set({ public_key: keys.publicKey, private_key: cipher.encrypt(keys.privateKey, KEY_NAME) })
      .where('name', '=', KEY_NAME)
      .execute()
    return keys
  })
}

/** Re-encrypts the private key if only the server's previous secret key can decrypt it. */
export async function reencryptPushKeys(db: Db, cipher: Cipher, previous: Cipher): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('server_keys')
      .select('private_key')
      .where('name', '=', KEY_NAME)
      .executeTakeFirst()
    if (row === undefined) return
    await transaction
      .updateTable('server_keys')
      .set({ private_key: reencrypt(cipher, previous, row.private_key, KEY_NAME) })
      .where('name', '=', KEY_NAME)
      .execute()
  })
}
