import { nextDeliveryTime } from '@fieldhouse/domain/quiet-hours'
import { groupedBy } from '../../database/grouped-by.ts'
import type { Job } from '../../jobs/job.ts'
import { laterAfter } from '../../jobs/later-after.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import type { Posted } from '../../providers/http/post-once.ts'
import { type Due, type DueOptions, dueInLeagues } from './due-in-leagues.ts'
import { notificationLetter } from './letter.ts'
import type { NotificationStore, Send } from './notification-store.ts'
import type { PushSender } from './push-sender.ts'
import type { ToldLeague, ToldLeagues } from './told-leagues.ts'

/** Longer than a round of sends takes: whoever dies in between leaves them to the next run. */
const CLAIM_MS = 5 * 60_000
/** Sends at once. */
const ROUND = 10
/** What was written before is not told any more, to whomever. */
const LOOK_BACK_MS = 60 * 60_000
/** Leagues that are looked at together. */
const LEAGUES_AT_ONCE = 200

export type NotificationJobOptions = DueOptions & {
  store: NotificationStore
  leagues: ToldLeagues
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
  const { leagues, happenings, now } = options
  const moment = now()
  const news = await happenings.newsSince(new Date(moment.getTime() - LOOK_BACK_MS))
  const newsOf = groupedBy(news, ({ leagueId }) => leagueId)
  let last = 0
  for (;;) {
    signal.throwIfAborted()
    const some = await leagues.after(last, LEAGUES_AT_ONCE)
    if (some.length === 0) return
    await leaveNew(options, some, await dueInLeagues(options, some, newsOf, moment))
    last = some.at(-1)?.leagueId ?? last
  }
}

async function leaveNew(
  { store, now }: NotificationJobOptions,
  leagues: readonly ToldLeague[],
  due: readonly Due[],
): Promise<void> {
  if (due.length === 0) return
  const told = await store.toldIn(leagues.map(({ leagueId }) => leagueId))
  for (const { leagueId, to, notification } of due) {
    if (told.has(`${leagueId} ${to.userId} ${notification.key}`)) continue
    await store.leave(leagueId, to, notification, now())
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
  await store.postpone(send.id, nextDeliveryTime(send.quiet, new Date(now().getTime() + wait)))
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
