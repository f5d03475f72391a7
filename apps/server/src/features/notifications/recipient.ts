import type { QuietHours } from '@fieldhouse/domain/quiet-hours'
import type { Choices } from './choice-store.ts'

/** Somebody who can be told something. */
export type Recipient = {
  userId: number
  /** Empty for none. */
  email: string
  choices: Choices
  /** Their browsers. */
  subscriptionIds: number[]
  quiet: QuietHours | null
}
