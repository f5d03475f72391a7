import { listUsers, resetUserPassword, setStaff } from '@fieldhouse/contract/admin'
import { isSiteStaff } from '@fieldhouse/domain/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { PasswordStore } from './password-store.ts'
import { hashPassword } from './passwords.ts'
import { rejectCommonPassword } from './sign-in.ts'
import type { AccountStore } from './store.ts'
import type { UserStore } from './user-store.ts'

export type UsersOptions = {
  users: UserStore
  accounts: AccountStore
  passwords: PasswordStore
  now: () => Date
}

/** Other people's accounts, for those who run leagues and the site. */
export const userRoutes: FastifyPluginAsyncZod<UsersOptions> = async (
  app,
  { users, accounts, passwords, now },
) => {
  app.route({
    ...listUsers,
    async handler() {
      const all = await users.list()
      return {
        users: all.map((user) => ({
          username: user.username,
          first_name: user.firstName,
          last_name: user.lastName,
          is_admin: user.isAdmin,
          is_staff: user.isStaff,
        })),
      }
    },
  })

  app.route({
    ...setStaff,
    async handler(request) {
      const { username, is_staff } = request.body
      await users.setStaff(username, is_staff, currentUser(request), now())
      return {
        ok: true as const,
        message: is_staff ? `${username} is site staff now.` : `${username} is no site staff any more.`,
      }
    },
  })

  app.route({
    ...resetUserPassword,
    async handler(request) {
      const caller = currentUser(request)
      const { username, new_password } = request.body
      const account = await accounts.findByUsername(username)
      if (account === null) throw new ApiError('user_not_found')
      if (isSiteStaff(account) && !caller.isAdmin) throw new ApiError('not_site_admin')
      rejectCommonPassword(new_password, 'new_password')
      const actor = { id: caller.userId, username: caller.username }
      await passwords.setForUser(account, await hashPassword(new_password), actor, now())
      return {
        ok: true as const,
        message: `${account.username} has a new password and is signed out everywhere.`,
      }
    },
  })
}
