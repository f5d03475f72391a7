import type { Operation } from '@fieldhouse/contract/operation'
import { addPasskey, getSecurity, removePasskey, startPasskey } from '@fieldhouse/contract/passkeys'
import { confirmTotp, createRecoveryCodes, removeTotp, startTotp } from '@fieldhouse/contract/totp'
import { ApiError } from '../../../http/errors/api-error.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { toWire } from '../../../http/presenters/to-wire.ts'
import { failedSecondFactors, passkeyChallenges } from '../rate-limits.ts'
import type { AnyCall } from '../sign-in.ts'
import {
  confirmTotpApp,
  countUnusedRecoveryCodes,
  deleteTotpApp,
  findTotpDate,
  renewRecoveryCodes,
  startTotpApp,
  totpUri,
} from './factor-store.ts'
import { createChallenge, deletePasskey, insertPasskey, listPasskeys } from './passkey-store.ts'
import { checkNewPasskey, creationOptions, passkeySiteOf, requirePasskeySite } from './passkeys.ts'

/** The current user's own second factors. */
export const ownFactors = [
  operation(getSecurity, (call) => readSecurity(call)),

  operation(startPasskey, async (call) => {
    const { ctx, user } = call
    const { userId, username } = user
    const site = requirePasskeySite(call)
    await ctx.limiter.consume(passkeyChallenges(`user:${userId}`), ctx.now())
    const challenge = await createChallenge(ctx, 'register', userId)
    const owner = { userId, username, passkeys: await listPasskeys(ctx.db, userId) }
    return { options: { ...(await creationOptions(site, owner, challenge)) } }
  }),

  operation(addPasskey, async (call) => {
    const { ctx, user } = call
    const { name, credential } = call.body
    const checked = await checkNewPasskey(call, credential, user.userId)
    if (checked === null) throw new ApiError('passkey_rejected')
    const passkey = { ...checked.passkey, name }
    const added = await insertPasskey(ctx.db, user, passkey, checked.challenge, ctx.now())
    if (typeof added === 'string') throw new ApiError(added)
    return {
      message: `Added the passkey ${name}.`,
      security: await readSecurity(call),
      recovery_codes: added.recoveryCodes,
    }
  }),

  operation(removePasskey, async (call) => {
    const { ctx, user, body } = call
    if (!(await deletePasskey(ctx.db, user, body.id, ctx.now()))) throw new ApiError('passkey_not_found')
    return { message: 'Passkey removed.', security: await readSecurity(call) }
  }),

  operation(startTotp, async ({ ctx, user }) => {
    const secret = await startTotpApp(ctx, user.userId)
    return { secret, uri: totpUri(user.username, secret) }
  }),

  operation(confirmTotp, async (call) => {
    const { ctx, user, body } = call
    const confirmed = await ctx.limiter.attempt([failedSecondFactors(user.userId)], ctx.now(), () =>
      confirmTotpApp(ctx, user, body.code),
    )
    if (confirmed === null) throw new ApiError('code_rejected')
    return {
      message: 'Added your authenticator app.',
      security: await readSecurity(call),
      recovery_codes: confirmed.recoveryCodes,
    }
  }),

  operation(removeTotp, async (call) => {
    const { ctx, user } = call
    if (!(await deleteTotpApp(ctx.db, user, ctx.now()))) throw new ApiError('totp_not_found')
    return { message: 'Authenticator app removed.', security: await readSecurity(call) }
  }),

  operation(createRecoveryCodes, async (call) => {
    const { ctx, user } = call
    const codes = await renewRecoveryCodes(ctx.db, user, ctx.now())
    if (codes === null) throw new ApiError('no_second_factor')
    return {
      message: 'Created new recovery codes. The old ones no longer work.',
      security: await readSecurity(call),
      recovery_codes: codes,
    }
  }),
]

async function readSecurity(call: AnyCall & Pick<Call<Operation>, 'user'>) {
  const { db } = call.ctx
  const { userId } = call.user
  const passkeys = await listPasskeys(db, userId)
  const createdAt = await findTotpDate(db, userId)
  return toWire({
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt })),
    totp: createdAt === null ? null : { createdAt },
    recoveryCodesLeft: await countUnusedRecoveryCodes(db, userId),
    hasPasskeySupport: passkeySiteOf(call) !== null,
  })
}
