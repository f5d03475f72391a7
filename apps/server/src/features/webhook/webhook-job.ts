import type { Job } from '../../jobs/job.ts'
import { retryDelayMs } from '../../jobs/retry-delay.ts'
import { failureMessage, type WebhookSender } from './sender.ts'
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
  const webhook = await store.find(message.leagueId)
  if (webhook === null) return
  const posted = await sender.send(webhook, message.text, signal)
  await store.recordOutcome(message.leagueId, failureMessage(webhook, posted), now())
  const wait = posted.kind === 'later' ? retryDelayMs(message.attempts, posted.retryAfterMs) : null
  if (wait === null) await store.deleteMessage(message)
  else await store.postpone(message, new Date(now().getTime() + wait))
}
