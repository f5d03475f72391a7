import * as contract from '@fieldhouse/contract/accounts/sign-in-methods'
import type { Operation } from '@fieldhouse/contract/operation'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { changeAccount } from '../../auth/account-changes.ts'
import { NO_PASSWORD, requireOwnPassword } from '../../auth/passwords.ts'
import { markSessionVerified } from '../../auth/session-store.ts'
import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { type AnyCall, type Call, operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import {
  acceptedStep,
  type CodeProof,
  checkCode,
  countUnusedRecoveryCodes,
  deleteUnneededRecoveryCodes,
  encryptTotpSecret,
  findSecondFactors,
  findTotp,
  issueRecoveryCodes,
  newTotpSecret,
  replaceRecoveryCodes,
  spendCodeProof,
  totpUri,
} from './factor-store.ts'
import {
  checkNewPasskey,
  checkPasskeyProof,
  createChallenge,
  creationOptions,
  deleteChallenge,
  listPasskeys,
  type PasskeyProof,
  passkeySiteOf,
  requestOptions,
  requirePasskeySite,
  spendPasskeyProof,
} from './passkeys.ts'
import { failedLoginsFromAddress, failedSecondFactors, lockCurrentPassword } from './password-store.ts'
import { findAccount, openSession, respondSignedIn, signInContextOf } from './sign-in.ts'

const MAX_PASSKEYS_PER_USER = 20

type UserCall = AnyCall & Pick<Call<Operation>, 'user'>

/** The current user's own second factors. The first one comes with recovery codes. */
export const ownFactors = [
  operation(contract.getSecurity, (call) => readSecurity(call)),

  operation(contract.startPasskey, async (call) => {
    const { ctx, user } = call
    const { userId, username } = user
    const site = requirePasskeySite(call)
    const challenge = await createChallenge(call, 'register', userId)
    const owner = { userId, username, passkeys: await listPasskeys(ctx.db, userId) }
    return { options: { ...(await creationOptions(site, owner, challenge)) } }
  }),

  operation(contract.addPasskey, async (call) => {
    const { name, credential } = call.body
    const recoveryCodes = await insertPasskey(call, name, credential)
    const security = await readSecurity(call)
    return { message: `Added the passkey ${name}.`, security, recovery_codes: recoveryCodes }
  }),

  operation(contract.removePasskey, async (call) => {
    const { user, body } = call
    await changeAccount(call, async ({ transaction, record }) => {
      const removed = await transaction
        .deleteFrom('passkeys')
        .where((eb) => eb.and({ id: body.id, user_id: user.userId }))
        .returning('name')
        .executeTakeFirstOrThrow(() => new ApiError('passkey_not_found'))
      await deleteUnneededRecoveryCodes(transaction, user.userId)
      await record('account.remove_passkey', removed)
    })
    return { message: 'Passkey removed.', security: await readSecurity(call) }
  }),

  /** The secret waits for a code that confirms it. Until then, the previous app stays in use. */
  operation(contract.startTotp, async ({ ctx, user: { userId, username } }) => {
    const secret = newTotpSecret()
    const pending_secret = encryptTotpSecret(ctx, userId, secret)
    await ctx.db
      .insertInto('totp_secrets')
      .values({ user_id: userId, secret: null, pending_secret, last_step: 0, confirmed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
      .execute()
    return { secret, uri: totpUri(username, secret) }
  }),

  operation(contract.confirmTotp, async (call) => {
    const { ctx, user, body } = call
    const confirmed = await ctx.limiter.attempt([failedSecondFactors(user.userId)], ctx.now(), () =>
      confirmPendingTotp(call, body.code),
    )
    if (confirmed === null) throw new ApiError('code_rejected')
    const security = await readSecurity(call)
    return { message: 'Added your authenticator app.', security, recovery_codes: confirmed.recoveryCodes }
  }),

  operation(contract.removeTotp, async (call) => {
    const { userId } = call.user
    await changeAccount(call, async ({ transaction, record }) => {
      const removed = await transaction
        .deleteFrom('totp_secrets')
        .where('user_id', '=', userId)
        .returning('secret')
        .executeTakeFirst()
      if (removed?.secret == null) throw new ApiError('totp_not_found')
      await deleteUnneededRecoveryCodes(transaction, userId)
      await record('account.remove_totp')
    })
    return { message: 'Authenticator app removed.', security: await readSecurity(call) }
  }),

  operation(contract.createRecoveryCodes, async (call) => {
    const { userId } = call.user
    const codes = await changeAccount(call, async ({ transaction, record }) => {
      if ((await findSecondFactors(transaction, userId)) === null) throw new ApiError('no_second_factor')
      await record('account.recovery_codes')
      return replaceRecoveryCodes(transaction, userId)
    })
    const message = 'Created new recovery codes. The old ones no longer work.'
    return { message, security: await readSecurity(call), recovery_codes: codes }
  }),
]

/** Uses up the challenge that the passkey answers, and adds the passkey. Returns the recovery codes of a first factor. */
async function insertPasskey(call: UserCall, name: string, credential: contract.NewCredential) {
  const { user } = call
  const checked = orThrow(await checkNewPasskey(call, credential, user.userId), 'passkey_rejected')
  const { passkey, challenge } = checked
  try {
    return await changeAccount(call, async ({ transaction, now, record }) => {
      if (!(await deleteChallenge(transaction, challenge))) throw new ApiError('passkey_rejected')
      const { passkeys } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll().as('passkeys'))
        .where('user_id', '=', user.userId)
        .executeTakeFirstOrThrow()
      if (Number(passkeys) >= MAX_PASSKEYS_PER_USER) throw new ApiError('passkey_limit')
      await transaction
        .insertInto('passkeys')
        .values({
          user_id: user.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: JSON.stringify(passkey.transports),
          name,
          created_at: now.getTime(),
          used_at: null,
        })
        .execute()
      await record('account.add_passkey', { name })
      return issueRecoveryCodes(transaction, user.userId)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('passkey_rejected') : error
  }
}

async function confirmPendingTotp(call: UserCall, code: string) {
  const { ctx } = call
  const { userId } = call.user
  const row = await findTotp(ctx.db, userId)
  const last_step = acceptedStep(ctx, userId, row?.pending_secret ?? null, code)
  if (row === undefined || last_step === null) return null
  return changeAccount(call, async ({ transaction, now, record }) => {
    const { numUpdatedRows } = await transaction
      .updateTable('totp_secrets')
      .set({ secret: row.pending_secret, pending_secret: null, last_step, confirmed_at: now.getTime() })
      .where((eb) => eb.and({ user_id: userId, pending_secret: row.pending_secret }))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    await record('account.add_totp')
    return { recoveryCodes: await issueRecoveryCodes(transaction, userId) }
  })
}

async function readSecurity(call: UserCall) {
  const { db } = call.ctx
  const { userId } = call.user
  const passkeys = await listPasskeys(db, userId)
  const confirmedAt = (await findTotp(db, userId))?.confirmed_at ?? null
  return toWire({
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })),
    totp: confirmedAt === null ? null : { createdAt: new Date(confirmedAt) },
    recoveryCodesLeft: await countUnusedRecoveryCodes(db, userId),
    hasPasskeySupport: passkeySiteOf(call) !== null,
  })
}

type Proof = PasskeyProof | CodeProof

const STEP_TTL_MS = 10 * MINUTE_MS

/**
 * Signing in with a passkey alone, or with a second factor after the password; and proving again who the user of a
 * session is, before acts that the contract marks with `stepUp`.
 */
export const proveIdentity = [
  operation(contract.startPasskeySignIn, async (call) => {
    const site = requirePasskeySite(call)
    const challenge = await createChallenge(call, 'sign_in', null)
    return { options: { ...(await requestOptions(site, null, challenge)) } }
  }),

  operation(contract.signInWithPasskey, async (call) => {
    const { ctx, request, body } = call
    const proof = await ctx.limiter.attempt([failedLoginsFromAddress(request.addressBlock)], ctx.now(), () =>
      checkPasskeyProof(call, body.credential, 'sign_in', null),
    )
    if (proof === null) throw new ApiError('passkey_rejected')
    return signIn(call, proof, null)
  }),

  operation(contract.startSecondFactor, async (call) => {
    const { ctx, body } = call
    const site = requirePasskeySite(call)
    const userId = await requireStep(ctx, body.token)
    const challenge = await createChallenge(call, 'second_factor', userId)
    return { options: { ...(await requestOptions(site, await listPasskeys(ctx.db, userId), challenge)) } }
  }),

  operation(contract.completeSignIn, async (call) => {
    const { ctx, request } = call
    const { token, credential, code } = call.body
    const userId = await requireStep(ctx, token)
    const buckets = [failedSecondFactors(userId), failedLoginsFromAddress(request.addressBlock)]
    const proof = await ctx.limiter.attempt(buckets, ctx.now(), async () =>
      credential == null
        ? checkCode(ctx, userId, code ?? '')
        : checkPasskeyProof(call, credential, 'second_factor', userId),
    )
    if (proof === null) throw new ApiError(credential == null ? 'code_rejected' : 'passkey_rejected')
    return signIn(call, proof, token)
  }),

  operation(contract.checkIdentity, () => ({ ok: true as const })),

  operation(contract.startConfirmation, async (call) => {
    const { ctx, user } = call
    const { userId } = user
    const site = passkeySiteOf(call)
    const passkeys = await listPasskeys(ctx.db, userId)
    const account = await findAccount(ctx.db, userId)
    const ways = {
      has_password: account !== null && account.passwordHash !== NO_PASSWORD,
      has_totp: (await findTotp(ctx.db, userId))?.confirmed_at != null,
    }
    if (site === null || passkeys.length === 0) return { ...ways, options: null }
    const challenge = await createChallenge(call, 'confirm', userId)
    return { ...ways, options: { ...(await requestOptions(site, passkeys, challenge)) } }
  }),

  operation(contract.confirmIdentity, async (call) => {
    const { ctx, user } = call
    const { userId, tokenHash } = user
    const { password, credential, code } = call.body
    if (credential == null && code == null) {
      await requireOwnPassword(ctx, user, password ?? '')
      await confirmSession(ctx, tokenHash, null)
      return { message: "Thanks, it's you." }
    }
    const proof = await ctx.limiter.attempt([failedSecondFactors(userId)], ctx.now(), async () =>
      credential == null
        ? checkCode(ctx, userId, code ?? '')
        : checkPasskeyProof(call, credential, 'confirm', userId),
    )
    if (proof === null || !(await confirmSession(ctx, tokenHash, proof)))
      throw new ApiError(credential == null ? 'code_rejected' : 'passkey_rejected')
    return { message: "Thanks, it's you." }
  }),
]

/** Returns the token that completes the sign-in, or null when the password has changed since it was verified. */
export function startSignInStep(
  db: Db,
  account: { id: number; passwordHash: string },
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockCurrentPassword(transaction, account))) return null
    const token = newToken()
    const expires_at = now.getTime() + STEP_TTL_MS
    await transaction
      .insertInto('sign_in_steps')
      .values({ token_hash: hashToken(token), user_id: account.id, expires_at })
      .execute()
    return token
  })
}

/** The user whose password was correct. Throws `sign_in_expired`. */
async function requireStep({ db, now }: Context, token: string): Promise<number> {
  const step = await db
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now().getTime())
    .executeTakeFirstOrThrow(() => new ApiError('sign_in_expired'))
  return step.user_id
}

/** Uses up the proof, and the token of the first step if there was one, unless another request was faster. */
async function signIn(call: AnyCall, proof: Proof, stepToken: string | null) {
  const context = signInContextOf(call)
  const { account, token } = await inTransaction(call.ctx.db, async (transaction) => {
    const account = await findAccount(transaction, proof.userId)
    const isUnused = await spendProof(transaction, proof, context.now)
    if (account === null || !isUnused || !(await spendStep(transaction, stepToken)))
      throw new ApiError(proof.kind === 'passkey' ? 'passkey_rejected' : 'code_rejected')
    const method = proof.kind === 'passkey' && stepToken !== null ? 'second_passkey' : proof.kind
    return { account, token: await openSession(transaction, account, context, method) }
  })
  return respondSignedIn(call, account, token)
}

async function spendStep(db: Db, token: string | null): Promise<boolean> {
  if (token === null) return true
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function confirmSession({ db, now }: Context, tokenHash: string, proof: Proof | null): Promise<boolean> {
  const at = now()
  return inTransaction(db, async (transaction) => {
    if (proof !== null && !(await spendProof(transaction, proof, at))) return false
    await markSessionVerified(transaction, tokenHash, at)
    return true
  })
}

function spendProof(db: Db, proof: Proof, now: Date): Promise<boolean> {
  return proof.kind === 'passkey' ? spendPasskeyProof(db, proof, now) : spendCodeProof(db, proof, now)
}
