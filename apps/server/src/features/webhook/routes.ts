import {
  deleteWebhook,
  getWebhook,
  type LeagueWebhook,
  saveWebhook,
  testWebhook,
} from '@fieldhouse/contract/webhook'
import { parseWebhookUrl, type WebhookHosts } from '@fieldhouse/domain/webhook'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Bucket, RateLimiter } from '../../http/rate-limiter.ts'
import { failureMessage, type WebhookSender } from './sender.ts'
import type { Webhook, WebhookStore } from './store.ts'

export type WebhookOptions = {
  store: WebhookStore
  sender: WebhookSender
  hosts: WebhookHosts
  limiter: RateLimiter
  now: () => Date
}

export const webhookRoutes: FastifyPluginAsyncZod<WebhookOptions> = async (app, options) => {
  const { store, sender, hosts, limiter, now } = options

  app.route({
    ...getWebhook,
    async handler(request) {
      const webhook = await store.find(leagueOf(request).id)
      return { webhook: webhook === null ? null : presentWebhook(webhook) }
    },
  })

  app.route({
    ...saveWebhook,
    async handler(request) {
      const found = parseWebhookUrl(request.body.address, hosts)
      if (found === null) {
        const sentence = 'That is not the address of a webhook of Discord or Slack.'
        throw new ApiError('invalid_input', { message: sentence, fields: { address: sentence } })
      }
      const saved = await store.save(leagueOf(request).id, found, currentUser(request), now())
      return { message: 'The webhook is saved.', webhook: presentWebhook(saved) }
    },
  })

  app.route({
    ...deleteWebhook,
    async handler(request) {
      await store.clear(leagueOf(request).id, currentUser(request), now())
      return { message: 'The recap is sent nowhere else any more.' }
    },
  })

  app.route({
    ...testWebhook,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const webhook = await store.find(id)
      if (webhook === null) throw new ApiError('no_webhook')
      await limiter.consume(testRateLimit(id), now())
      const posted = await sender.send(webhook, `The weekly recap of ${name} will be told here.`)
      const failure = failureMessage(webhook, posted)
      await store.recordOutcome(id, failure, now())
      if (failure !== null) throw new ApiError('webhook_failed', { message: failure })
      return {
        message: 'The test message has arrived.',
        webhook: presentWebhook({ ...webhook, sentAt: now(), lastError: null }),
      }
    },
  })
}

/** Each is a message in somebody's channel. */
function testRateLimit(leagueId: number): Bucket {
  return { name: `webhook-tests:${leagueId}`, limit: 5, windowMs: 10 * 60_000 }
}

function presentWebhook({ form, savedAt, sentAt, lastError }: Webhook): LeagueWebhook {
  return {
    form,
    saved_at: savedAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    last_error: lastError,
  }
}
