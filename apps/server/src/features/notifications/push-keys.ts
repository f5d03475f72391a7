import webPush from 'web-push'
import type { Db } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Cipher, createCipher, reencrypt } from '../../http/encryption.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const KEY_NAME = 'push'

export function createPushKeyCipher(secretKey: string): Cipher {
  return createCipher(secretKey, 'push keys')
}

/**
 * The keys by which push services know this product, the same in every process: made once, and kept
 * in the database with the private one sealed. Where the server's key does not open it any more, new
 * ones take its place, and the browsers that subscribed with the old ones are forgotten.
 */
export async function getOrCreatePushKeys(db: Db, seal: Cipher): Promise<PushKeys> {
  return (await findPushKeys(db, seal)) ?? (await createPushKeys(db, seal))
}

async function findPushKeys(db: Pick<Db, 'selectFrom'>, seal: Cipher): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('server_keys')
    .select(['public_key', 'private_key'])
    .where('name', '=', KEY_NAME)
    .executeTakeFirst()
  const privateKey = row === undefined ? null : seal.decrypt(row.private_key, KEY_NAME)
  return row === undefined || privateKey === null ? null : { publicKey: row.public_key, privateKey }
}

async function createPushKeys(db: Db, seal: Cipher): Promise<PushKeys> {
  return inTransaction(db, async (transaction) => {
    // Whoever changes the row first makes the keys; the others find them.
    await transaction
      .insertInto('server_keys')
      .values({ name: KEY_NAME, public_key: '', private_key: '' })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('server_keys.name') })),
      )
      .execute()
    const found = await findPushKeys(transaction, seal)
    if (found !== null) return found
    const keys = webPush.generateVAPIDKeys()
    await transaction.deleteFrom('push_subscriptions').execute()
    await transaction
      .updateTable('server_keys')
      .set({ public_key: keys.publicKey, private_key: seal.encrypt(keys.privateKey, KEY_NAME) })
      .where('name', '=', KEY_NAME)
      .execute()
    return keys
  })
}

/** Seals the private key again where only the server's previous key opens it. */
export async function reencryptPushKeys(db: Db, seal: Cipher, previous: Cipher): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('server_keys')
      .select('private_key')
      .where('name', '=', KEY_NAME)
      .executeTakeFirst()
    if (row === undefined) return
    await transaction
      .updateTable('server_keys')
      .set({ private_key: reencrypt(seal, previous, row.private_key, KEY_NAME) })
      .where('name', '=', KEY_NAME)
      .execute()
  })
}
