import { z } from 'zod'
import { type JobKind, type JobResult, leagueRun } from '../../jobs/job.ts'
import { DELIVERY_RETRIES } from '../../jobs/retry-delay.ts'
import type { SendableRecap } from '../../repositories/recaps/stored-recap.ts'
import { failureMessage, type WebhookMessage, type WebhookSender } from './sender.ts'
import { WEBHOOK_JOB, type WebhookStore } from './store.ts'

export type WebhookJobOptions = {
  store: WebhookStore
  sender: WebhookSender
  findRecap: (recap: { leagueId: number; season: number; week: number }) => Promise<SendableRecap>
  now: () => Date
}

const Payload = z.object({
  text: z.string(),
  recap: z.object({ season: z.int(), week: z.int() }).optional(),
})

/** Sends a recap to the webhook of a league, unless its post was hidden or deleted in the meantime. */
export function webhookJob({ store, sender, findRecap, now }: WebhookJobOptions): JobKind {
  async function send(leagueId: number, message: WebhookMessage, signal: AbortSignal): Promise<JobResult> {
    const webhook = await store.find(leagueId)
    if (webhook === null) return undefined
    const result = await sender.send(webhook, message, signal)
    const failure = failureMessage(webhook, result)
    await store.recordOutcome(leagueId, failure, now())
    if (failure === null) return undefined
    return result.kind === 'later'
      ? { kind: 'later', reason: failure, retryAfterMs: result.retryAfterMs }
      : { kind: 'refused', reason: failure }
  }

  return {
    kind: WEBHOOK_JOB,
    async run(run) {
      const { leagueId } = leagueRun(run)
      const { text, recap } = Payload.parse(run.payload)
      const found = recap === undefined ? null : await findRecap({ leagueId, ...recap })
      // Its post was hidden or deleted before the service accepted it.
      if (found?.kind === 'withdrawn') return undefined
      return send(leagueId, found?.kind === 'document' ? found.document : text, run.signal)
    },
    maxConcurrent: 8,
    maxConcurrentPerDestination: 4,
    isShort: true,
    retry: DELIVERY_RETRIES,
    keepFinished: 'delete',
  }
}
