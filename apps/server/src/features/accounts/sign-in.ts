import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import type { Limiter } from '../../http/attempt-limiter.ts'
import type { Caller } from '../../http/session-store.ts'
import { isCommonPassword, isPassword } from './passwords.ts'
import type { Account, AccountStore, SignIn } from './store.ts'
import { triesFrom, triesOn } from './tries.ts'

/** How the person behind a request signs in; the session that it came with ends. */
export function signInOf(request: FastifyRequest, now: Date): SignIn {
  return { userAgent: userAgentOf(request), replaces: request.caller, now }
}

export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] || null
}

export type PasswordTry = {
  /** null when there is no such account, which takes as long. */
  account: Account | null
  /** Under what the tries on the account are counted. */
  counted: string
  password: string
  /** Where the try comes from. */
  address: string
}

/** The account, when the password is its own; else null, and the try counts. Throws `too_many_attempts`. */
export async function provenAccount(
  limiter: Limiter,
  { account, counted, password, address }: PasswordTry,
  now: Date,
): Promise<Account | null> {
  return limiter.attempt([triesOn(counted), triesFrom(address)], now, async () =>
    (await isPassword(account?.passwordHash ?? null, password)) ? account : null,
  )
}

type OwnPassword = {
  accounts: AccountStore
  limiter: Limiter
  caller: Caller
  password: string
  address: string
}

/** Whether a password is the caller's own; a wrong one counts. Throws `too_many_attempts`. */
export async function isPasswordOf(
  { accounts, limiter, caller, password, address }: OwnPassword,
  now: Date,
): Promise<boolean> {
  const account = await accounts.withId(caller.userId)
  const tried = { account, counted: String(caller.userId), password, address }
  return (await provenAccount(limiter, tried, now)) !== null
}

/** Throws when a password is among the most common ones; `field` is where it was entered. */
export function refuseCommon(password: string, field: string): void {
  if (!isCommonPassword(password)) return
  const sentence = 'That password is one of the most common ones. Choose another.'
  throw new ApiError('invalid_input', { sentence, fields: { [field]: sentence } })
}
