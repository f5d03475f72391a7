import type { QuietHours } from '@fieldhouse/domain/notifications/notification'
import type { Choices } from './choice-store.ts'

/** A user who can be notified. */
export type Recipient = {
  userId: number
  /** Empty if the account has none. */
  email: string
  choices: Choices
  /** The ids of the user's push subscriptions. */
  subscriptionIds: number[]
  quiet: QuietHours | null
}
