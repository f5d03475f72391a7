import { z } from 'zod'
import { type JobKind, type JobResult, leagueRun } from '../../jobs/job.ts'
import { DELIVERY_RETRIES } from '../../jobs/retry-delay.ts'
import { failureMessage, type WebhookSender } from './sender.ts'
import { WEBHOOK_JOB, type WebhookStore } from './store.ts'

export type WebhookJobOptions = { store: WebhookStore; sender: WebhookSender; now: () => Date }

const Payload = z.object({ text: z.string() })

/** Sends a text to the webhook of a league. */
export function webhookJob({ store, sender, now }: WebhookJobOptions): JobKind {
  async function send(leagueId: number, text: string, signal: AbortSignal): Promise<JobResult> {
    const webhook = await store.find(leagueId)
    if (webhook === null) return undefined
    const result = await sender.send(webhook, text, signal)
    const failure = failureMessage(webhook, result)
    await store.recordOutcome(leagueId, failure, now())
    if (failure === null) return undefined
    return result.kind === 'later'
      ? { kind: 'later', reason: failure, retryAfterMs: result.retryAfterMs }
      : { kind: 'refused', reason: failure }
  }

  return {
    kind: WEBHOOK_JOB,
    run: (run) => send(leagueRun(run).leagueId, Payload.parse(run.payload).text, run.signal),
    maxConcurrent: 8,
    maxConcurrentPerDestination: 4,
    isShort: true,
    retry: DELIVERY_RETRIES,
    keepFinished: 'delete',
  }
}
