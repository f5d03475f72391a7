import webPush from 'web-push'
import type { Db } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Seal, sealedUnder, sealWith } from '../../http/sealed.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const NAME = 'push'

export function pushKeySeal(secretKey: string): Seal {
  return sealWith(secretKey, 'push keys')
}

/**
 * The keys by which push services know this product, the same in every process: made once, and kept
 * in the database with the private one sealed. Where the server's key does not open it any more, new
 * ones take its place, and the browsers that subscribed with the old ones are forgotten.
 */
export async function pushKeys(db: Db, seal: Seal): Promise<PushKeys> {
  return (await kept(db, seal)) ?? (await makeKeys(db, seal))
}

async function kept(db: Pick<Db, 'selectFrom'>, seal: Seal): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('server_keys')
    .select(['public_key', 'private_key'])
    .where('name', '=', NAME)
    .executeTakeFirst()
  const privateKey = row === undefined ? null : seal.open(row.private_key, NAME)
  return row === undefined || privateKey === null ? null : { publicKey: row.public_key, privateKey }
}

async function makeKeys(db: Db, seal: Seal): Promise<PushKeys> {
  return inTransaction(db, async (transaction) => {
    // Whoever changes the row first makes the keys; the others find them.
    await transaction
      .insertInto('server_keys')
      .values({ name: NAME, public_key: '', private_key: '' })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('server_keys.name') })),
      )
      .execute()
    const found = await kept(transaction, seal)
    if (found !== null) return found
    const keys = webPush.generateVAPIDKeys()
    await transaction.deleteFrom('push_subscriptions').execute()
    await transaction
      .updateTable('server_keys')
      .set({ public_key: keys.publicKey, private_key: seal.close(keys.privateKey, NAME) })
      .where('name', '=', NAME)
      .execute()
    return keys
  })
}

/** Seals the private key again where only the server's previous key opens it. */
export async function sealPushKeysAgain(db: Db, seal: Seal, previous: Seal): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('server_keys')
      .select('private_key')
      .where('name', '=', NAME)
      .executeTakeFirst()
    if (row === undefined) return
    await transaction
      .updateTable('server_keys')
      .set({ private_key: sealedUnder(seal, previous, row.private_key, NAME) })
      .where('name', '=', NAME)
      .execute()
  })
}
