import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { hash, verify } from '@node-rs/argon2'
import type { Db } from '../database/engine/database.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { boundedQueue } from '../threads/work-queues.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { CurrentUser } from './session-store.ts'

/**
 * Each hash takes some 40 ms of a core and 19 MiB, so that many at once would starve everything else. Two cores hash
 * as many in these seconds as may wait.
 */
const hashing = boundedQueue({ maxConcurrent: 4, maxWaiting: 250, maxWaitMs: 5_000 })

/** The client of a password that nobody has sent. */
const SERVER = 'server'

/** OWASP's minimum for argon2id, which is the package's default algorithm: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The build copies this file next to the program. */
const COMMON_PASSWORDS_FILE = join(import.meta.dirname, 'common-passwords.txt')

let commonPasswords: ReadonlySet<string> | undefined

/** Whether this is one of the 10,000 most common passwords of 8 or more characters, ignoring case. */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(readLines(COMMON_PASSWORDS_FILE))
  return commonPasswords.has(password.toLowerCase())
}

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Rejects with a BusyError if too many passwords are being hashed. So does `verifyPassword`.
 *
 * @param client The address or the person that has sent the password. They take turns.
 */
export function hashPassword(password: string, client = SERVER): Promise<string> {
  return hashing.run(client, () => hash(password, ARGON2_OPTIONS))
}

/** Stored instead of a hash for an account without a password. */
export const NO_PASSWORD = ''

let dummyHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. A null hash means that the account does not exist; the
 * check then takes the same time and returns false, as it does for an account without a password.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  client = SERVER,
): Promise<boolean> {
  dummyHash ??= hash('not a real password', ARGON2_OPTIONS)
  const hasPassword = passwordHash !== null && passwordHash !== NO_PASSWORD
  const storedHash = hasPassword ? passwordHash : await dummyHash
  const isMatch = await hashing.run(client, () => verify(storedHash, password))
  return isMatch && hasPassword
}

/**
 * Throws `password_incorrect` unless the password is the current user's own. Wrong ones are counted for the session alone,
 * so that nobody else can keep the user from entering it. Throws `too_many_attempts`.
 */
export async function requireOwnPassword(
  { db, limiter, now }: { db: Db; limiter: RateLimiter; now: () => Date },
  { userId, tokenHash }: CurrentUser,
  password: string,
): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  const wrongPasswords = { name: `session:${tokenHash}`, limit: 10, windowMs: 15 * MINUTE_MS }
  const verified = await limiter.attempt([wrongPasswords], now(), async () =>
    (await verifyPassword(account?.password_hash ?? null, password, String(userId))) ? true : null,
  )
  if (verified === null) throw new ApiError('password_incorrect')
}
