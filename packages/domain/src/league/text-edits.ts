import { MINUTE_MS } from '../duration.ts'

export const EDIT_WINDOW_MS = 15 * MINUTE_MS

/** When a text can no longer be edited, in milliseconds, like `createdAt`. */
export function editDeadline(createdAt: number): number {
  return createdAt + EDIT_WINDOW_MS
}

/** Whether a text can still be edited. The instant of the deadline is too late. */
export function isEditable(createdAt: number, now: Date): boolean {
  return now.getTime() < editDeadline(createdAt)
}
