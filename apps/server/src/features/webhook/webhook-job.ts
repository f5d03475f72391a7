import type { Job } from '../../jobs/job.ts'
import { laterAfter } from '../../jobs/later-after.ts'
import { failureOf, type WebhookSender } from './sender.ts'
import type { WebhookMessage, WebhookStore } from './store.ts'

/** Longer than a try takes: whoever dies in between leaves the message to the next run. */
const CLAIM_MS = 2 * 60_000

export type WebhookJobOptions = { store: WebhookStore; sender: WebhookSender; now: () => Date }

/** Sends what the feed told to the webhooks of leagues, again and again later where one does not answer. */
export function webhookJob(options: WebhookJobOptions): Job {
  return {
    name: 'webhooks',
    schedule: '* * * * *',
    async run(signal) {
      for (const message of await options.store.claim(options.now(), CLAIM_MS)) {
        await sendOne(options, message, signal)
      }
    },
  }
}

async function sendOne(
  { store, sender, now }: WebhookJobOptions,
  message: WebhookMessage,
  signal: AbortSignal,
): Promise<void> {
  const webhook = await store.of(message.leagueId)
  if (webhook === null) return
  const posted = await sender.send(webhook, message.text, signal)
  await store.note(message.leagueId, failureOf(webhook, posted), now())
  const wait = posted.kind === 'later' ? laterAfter(message.tries, posted.retryAfterMs) : null
  if (wait === null) await store.forget(message)
  else await store.postpone(message, new Date(now().getTime() + wait))
}
