import * as contract from '@fieldhouse/contract/accounts/sign-in-methods'
import {
  confirmTotp,
  createRecoveryCodes,
  removeTotp,
  startTotp,
} from '@fieldhouse/contract/accounts/sign-in-methods'
import type { Operation } from '@fieldhouse/contract/operation'
import { changeAccount } from '../../auth/account-changes.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { type AnyCall, type Call, operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import {
  acceptedStep,
  countUnusedRecoveryCodes,
  deleteUnneededRecoveryCodes,
  encryptTotpSecret,
  findSecondFactors,
  findTotp,
  issueRecoveryCodes,
  newTotpSecret,
  replaceRecoveryCodes,
  totpUri,
} from './factor-store.ts'
import {
  checkNewPasskey,
  createChallenge,
  creationOptions,
  deleteChallenge,
  listPasskeys,
  passkeySiteOf,
  requirePasskeySite,
} from './passkeys.ts'
import { failedSecondFactors } from './rate-limits.ts'

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
  operation(startTotp, async ({ ctx, user: { userId, username } }) => {
    const secret = newTotpSecret()
    const pending_secret = encryptTotpSecret(ctx, userId, secret)
    await ctx.db
      .insertInto('totp_secrets')
      .values({ user_id: userId, secret: null, pending_secret, last_step: 0, confirmed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
      .execute()
    return { secret, uri: totpUri(username, secret) }
  }),

  operation(confirmTotp, async (call) => {
    const { ctx, user, body } = call
    const confirmed = await ctx.limiter.attempt([failedSecondFactors(user.userId)], ctx.now(), () =>
      confirmPendingTotp(call, body.code),
    )
    if (confirmed === null) throw new ApiError('code_rejected')
    const security = await readSecurity(call)
    return { message: 'Added your authenticator app.', security, recovery_codes: confirmed.recoveryCodes }
  }),

  operation(removeTotp, async (call) => {
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

  operation(createRecoveryCodes, async (call) => {
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
