import type { Session, User } from '@fieldhouse/contract/accounts'
import type { z } from 'zod'
import type { ActiveSession } from '../../auth/session-store.ts'
import { describeDevice } from './device.ts'
import type { Account } from './store.ts'

type PresentedAccount = Pick<Account, 'username' | 'firstName' | 'lastName' | 'email' | 'isAdmin' | 'isStaff'>

export function presentUser(account: PresentedAccount): z.infer<typeof User> {
  return {
    username: account.username,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    is_admin: account.isAdmin,
    is_staff: account.isStaff,
  }
}

/** The id is the hash of the session token, which cannot be used to sign in. */
export function presentSession(session: ActiveSession, currentHash: string): z.infer<typeof Session> {
  return {
    id: session.tokenHash,
    device: describeDevice(session.userAgent),
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    is_current: session.tokenHash === currentHash,
  }
}
