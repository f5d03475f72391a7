import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Job } from '../../jobs/job.ts'
import { retryDelayMs } from '../../jobs/retry-delay.ts'
import { failureMessage, type WebhookSender } from './sender.ts'
import type { WebhookMessage, WebhookStore } from './store.ts'

/** Longer than one attempt takes. If a process dies, a later run sends what it had claimed. */
const CLAIM_MS = 2 * MINUTE_MS

export type WebhookJobOptions = { store: WebhookStore; sender: WebhookSender; now: () => Date }

/** Every minute, sends due recaps to the webhooks of leagues and retries failed ones later. */
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
  const result = await sender.send(webhook, message.text, signal)
  await store.recordOutcome(message.leagueId, failureMessage(webhook, result), now())
  const delayMs = result.kind === 'later' ? retryDelayMs(message.attempts, result.retryAfterMs) : null
  if (delayMs === null) await store.deleteMessage(message)
  else await store.postpone(message, new Date(now().getTime() + delayMs))
}
