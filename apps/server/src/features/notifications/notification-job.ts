import { nextLoudMoment } from '@fieldhouse/domain/quiet-hours'
import type { Job } from '../../jobs/job.ts'
import { laterAfter } from '../../jobs/later-after.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import type { Posted } from '../../providers/http/post-once.ts'
import { type DueOptions, dueInLeague } from './due-in-league.ts'
import { notificationLetter } from './letter.ts'
import type { NotificationStore, Send } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'

/** Longer than a round of sends takes: whoever dies in between leaves them to the next run. */
const CLAIM_MS = 5 * 60_000
/** Sends at once. */
const ROUND = 10

export type NotificationJobOptions = DueOptions & {
  store: NotificationStore
  push: PushSender
  mailer: Mailer
  /** Where people open the page. */
  publicAddress: () => string
  now: () => Date
}

/** Looks each minute for what people want to be told, and tells them. */
export function notificationJob(options: NotificationJobOptions): Job {
  return {
    name: 'notifications',
    schedule: '* * * * *',
    async run(signal) {
      await options.push.prepare()
      await options.store.forgetExpired(options.now())
      await leaveWhatIsDue(options, signal)
      await sendWhatIsDue(options, signal)
    },
  }
}

async function leaveWhatIsDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  const { store, happenings, now } = options
  const recipients = await store.recipients()
  for (const league of await happenings.leaguesOf(recipients.map(({ userId }) => userId))) {
    signal.throwIfAborted()
    const due = await dueInLeague(options, league, recipients, now())
    if (due.length === 0) continue
    const told = await store.toldIn(league.leagueId)
    for (const { to, notification } of due) {
      if (told.has(`${to.userId} ${notification.key}`)) continue
      await store.leave(league.leagueId, to, notification, now())
    }
  }
}

async function sendWhatIsDue(options: NotificationJobOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const sends = await options.store.claim(options.now(), CLAIM_MS, ROUND)
    if (sends.length === 0) return
    await Promise.all(sends.map((send) => sendOne(options, send, signal)))
  }
}

async function sendOne(options: NotificationJobOptions, send: Send, signal: AbortSignal): Promise<void> {
  const { store, now } = options
  const posted = await postedBy(options, send, signal)
  if (posted.kind === 'gone' && send.to.by === 'push') return store.forgetDevice(send.to.subscriptionId)
  const wait = posted.kind === 'later' ? laterAfter(send.tries, posted.retryAfterMs) : null
  if (wait === null) return store.done(send.id)
  await store.postpone(send.id, nextLoudMoment(send.quiet, new Date(now().getTime() + wait)))
}

async function postedBy(
  { push, mailer, publicAddress }: NotificationJobOptions,
  send: Send,
  signal: AbortSignal,
): Promise<Posted> {
  if (send.to.by === 'push') return push.send(send, send.to, signal)
  if (send.to.email === '') return { kind: 'refused', reason: 'the account has no address any more' }
  try {
    await mailer.send(notificationLetter(send, send.to.email, publicAddress()), signal)
    return { kind: 'sent' }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof MailError) return { kind: 'later', reason: error.message, retryAfterMs: null }
    throw error
  }
}
