import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** At least what OWASP asks of argon2id (the package's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const PASSWORD_MIN = 8
const COMMON_PASSWORDS = 1000

/** The most common passwords among those that are long enough to be chosen. */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, COMMON_PASSWORDS),
)

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let noOnesHash: Promise<string> | undefined

/**
 * Whether the password is the one behind a hash. Without a hash, because no such account
 * exists, it takes as long and answers false.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  noOnesHash ??= hashPassword('nobody has this password')
  const isRight = await verify(passwordHash ?? (await noOnesHash), password)
  return isRight && passwordHash !== null
}
