import type { Session } from '@fieldhouse/contract/accounts'
import type { z } from 'zod'
import type { ActiveSession } from '../../../auth/session-store.ts'
import { describeDevice } from './device.ts'

/** The id is the hash of the session token, which cannot be used to sign in. */
export function presentSession(session: ActiveSession, currentHash: string): z.infer<typeof Session> {
  return {
    id: session.tokenHash,
    device: describeDevice(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    is_current: session.tokenHash === currentHash,
  }
}
