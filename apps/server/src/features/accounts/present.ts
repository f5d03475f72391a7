import type { User } from '@fieldhouse/contract/accounts'
import type { z } from 'zod'
import type { Account } from './store.ts'

type Shown = Pick<Account, 'username' | 'firstName' | 'lastName' | 'email' | 'isAdmin' | 'isStaff'>

export function presentUser(account: Shown): z.infer<typeof User> {
  return {
    username: account.username,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    is_admin: account.isAdmin,
    is_staff: account.isStaff,
  }
}
