import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's minimum for argon2id, which is the package's default algorithm: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MIN_PASSWORD_LENGTH = 8
const COMMON_PASSWORD_COUNT = 1000

/** The most common passwords that meet the minimum length. */
const commonPasswords = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= MIN_PASSWORD_LENGTH)
    .slice(0, COMMON_PASSWORD_COUNT),
)

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2_OPTIONS)
}

let dummyHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. A null hash means that the account does not exist; the
 * check then takes the same time and returns false.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('not a real password')
  const isMatch = await verify(passwordHash ?? (await dummyHash), password)
  return isMatch && passwordHash !== null
}
