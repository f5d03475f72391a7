import {
  createResetLink,
  listUsers,
  removeSecondFactors,
  resetUserPassword,
  setDisabled,
  setStaff,
} from '@fieldhouse/contract/admin'
import { passwordResetDenialReason } from '@fieldhouse/domain/league/roles'
import { currentUser } from '../../../auth/access.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import type { NewPasswordCheck } from '../new-password.ts'
import type { PasswordStore } from '../password-store.ts'
import { presentUserRow } from '../present.ts'
import { createResetCode } from '../reset/reset-email.ts'
import type { AccountStore } from '../store.ts'
import type { UserStore } from './store.ts'

export type UsersOptions = {
  users: UserStore
  accounts: AccountStore
  passwords: PasswordStore
  checkNewPassword: NewPasswordCheck
  /** The public URL of the site, known once the server listens. */
  publicUrl: () => string
  now: () => Date
}

/** Routes for other users' accounts, for league admins, site staff and site admins. */
export const userRoutes: Routes<UsersOptions> = (
  app,
  { users, accounts, passwords, checkNewPassword, publicUrl, now },
) => {
  app.route({
    ...listUsers,
    async handler() {
      return { users: (await users.list()).map(presentUserRow) }
    },
  })

  app.route({
    ...setStaff,
    async handler(request) {
      const { username, is_staff } = request.body
      const rejection = await users.setStaff(username, is_staff, currentUser(request), now())
      if (rejection !== null) throw new ApiError(rejection)
      return {
        ok: true as const,
        message: is_staff ? `${username} is now site staff.` : `${username} is no longer site staff.`,
      }
    },
  })

  app.route({
    ...setDisabled,
    async handler(request) {
      const { username, is_disabled } = request.body
      const rejection = await users.setDisabled(username, is_disabled, currentUser(request), now())
      if (rejection !== null) throw new ApiError(rejection)
      return {
        ok: true as const,
        message: is_disabled
          ? `${username}'s account is disabled, and they were signed out everywhere.`
          : `${username} can sign in again.`,
      }
    },
  })

  app.route({
    ...removeSecondFactors,
    async handler(request) {
      const { username } = request.body
      const rejection = await users.removeSecondFactors(username, currentUser(request), now())
      if (rejection !== null) throw new ApiError(rejection)
      return {
        ok: true as const,
        message: `${username} was signed out everywhere and signs in without a second factor.`,
      }
    },
  })

  app.route({
    ...createResetLink,
    async handler(request) {
      const requester = currentUser(request)
      const account = await accounts.findByUsername(request.body.username)
      if (account === null) throw new ApiError('user_not_found')
      const actor = { id: requester.userId, username: requester.username }
      const created = await passwords.createHandedOverToken(account, actor, now())
      if (typeof created === 'string') throw new ApiError(created)
      const { link } = createResetCode(publicUrl(), String(account.id), created.token)
      return { link, expires_at: created.expiresAt.toISOString() }
    },
  })

  app.route({
    ...resetUserPassword,
    async handler(request) {
      const requester = currentUser(request)
      const { username, new_password, keep_tokens: keepsTokens } = request.body
      const account = await accounts.findByUsername(username)
      if (account === null) throw new ApiError('user_not_found')
      const denial = passwordResetDenialReason(requester, account)
      if (denial !== null) throw new ApiError(denial)
      await checkNewPassword(new_password, account, 'new_password')
      const actor = { id: requester.userId, username: requester.username }
      const password = { hash: await hashPassword(new_password, String(requester.userId)), keepsTokens }
      const rejection = await passwords.setForUser(account, password, actor, now())
      if (rejection !== null) throw new ApiError(rejection)
      return {
        ok: true as const,
        message: `${account.username} has a new password and was signed out everywhere.`,
      }
    },
  })
}
