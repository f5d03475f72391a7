/** What members can report, in display order: items of the feed, and comments on them and on trades. */
export const REPORTED_KINDS = ['post', 'proposal', 'media', 'comment'] as const

export type ReportedKind = (typeof REPORTED_KINDS)[number]

/** Why members report something, in display order. */
export const REPORT_REASONS = ['insult', 'spam', 'private', 'off_topic', 'other'] as const

export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  insult: 'Insult or harassment',
  spam: 'Spam',
  private: 'Private information',
  off_topic: "Doesn't belong here",
  other: 'Something else',
}

/** The shortest times between two posts or comments of a member that admins can choose, in seconds; 0 is off. */
export const SLOW_MODE_SECONDS = [0, 30, 60, 300, 900, 3600] as const

export type SlowModeSeconds = (typeof SLOW_MODE_SECONDS)[number]

/** How long after the first of several uploads the others are part of it: each file is a request. */
const UPLOAD_BATCH_MS = 60_000

/** When a member last wrote in a league, in milliseconds since 1970; null for never. */
export type LastWritten = {
  /** The newest post, proposal or comment. */
  text: number | null
  /** The newest upload, and the oldest one within the interval of slow mode. */
  upload: number | null
  firstUpload: number | null
}

/**
 * When a member may write again in slow mode, in milliseconds since 1970. Uploads within a minute of the first are one
 * upload. null if the member never wrote.
 */
export function nextWritingTime(
  seconds: number,
  last: LastWritten,
  what: 'text' | 'upload',
  now: Date,
): number | null {
  const continuesUpload =
    what === 'upload' &&
    last.firstUpload !== null &&
    last.firstUpload > now.getTime() - UPLOAD_BATCH_MS &&
    (last.text ?? 0) < last.firstUpload
  if (continuesUpload) return null
  const newest = Math.max(last.text ?? 0, last.upload ?? 0)
  return newest === 0 ? null : newest + seconds * 1000
}

/** A time to wait as people read it: '45 seconds', '2 minutes'. Rounded up. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
