import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** At least what OWASP asks of argon2id (the package's default kind): 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MIN_PASSWORD_LENGTH = 8
const COMMON_PASSWORD_COUNT = 1000

/** The most common passwords among those that are long enough to be chosen. */
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
 * Whether the password is the one behind a hash. Without a hash, because no such account
 * exists, it takes as long and answers false.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const isRight = await verify(passwordHash ?? (await dummyHash), password)
  return isRight && passwordHash !== null
}
