import type { User } from '@fieldhouse/contract/accounts'
import type { listUsers } from '@fieldhouse/contract/admin'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { z } from 'zod'
import type { ListedUser } from './store.ts'

export function presentUser(
  account: ListedUser & { email: string; mustAddSecondFactor?: boolean },
): z.infer<typeof User> {
  return {
    ...presentListedUser(account),
    email: account.email,
    ...(account.mustAddSecondFactor === true ? { must_add_second_factor: true } : {}),
  }
}

/** For the list of all accounts. */
export function presentUserRow(
  user: ListedUser & { isDisabled: boolean },
): ResponseOf<typeof listUsers>['users'][number] {
  return { ...presentListedUser(user), is_disabled: user.isDisabled }
}

/** Without the email address. */
function presentListedUser(user: ListedUser) {
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    is_admin: user.isAdmin,
    is_staff: user.isStaff,
  }
}
