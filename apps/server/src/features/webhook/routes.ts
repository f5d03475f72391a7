import { deleteWebhook, getWebhook, saveWebhook, testWebhook } from '@fieldhouse/contract/webhook'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { parseWebhookUrl, type WebhookHosts } from '@fieldhouse/domain/notifications/webhook'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { Bucket, RateLimiter } from '../../auth/rate-limiter.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { presentWebhook } from './present.ts'
import { failureMessage, type WebhookSender } from './sender.ts'
import type { WebhookStore } from './store.ts'

export type WebhookOptions = {
  store: WebhookStore
  sender: WebhookSender
  hosts: WebhookHosts
  limiter: RateLimiter
  now: () => Date
}

export const webhookRoutes: Routes<WebhookOptions> = (app, options) => {
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
      const parsed = parseWebhookUrl(request.body.address, hosts)
      if (parsed === null) {
        const message = "That isn't a webhook URL of Discord, Slack or GroupMe."
        throw new ApiError('invalid_input', { message, fields: { address: message } })
      }
      const saved = await store.save(leagueOf(request).id, parsed, currentUser(request), now())
      return { message: 'Webhook saved.', webhook: presentWebhook(saved) }
    },
  })

  app.route({
    ...deleteWebhook,
    async handler(request) {
      await store.clear(leagueOf(request).id, currentUser(request), now())
      return { message: 'Webhook removed.' }
    },
  })

  app.route({
    ...testWebhook,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const webhook = await store.find(id)
      if (webhook === null) throw new ApiError('no_webhook')
      await limiter.consume(testRateLimit(id), now())
      const result = await sender.send(webhook, `Weekly recaps for ${name} will show up here.`)
      const failure = failureMessage(webhook, result)
      await store.recordOutcome(id, failure, now())
      if (failure !== null) throw new ApiError('webhook_failed', { message: failure })
      return {
        message: 'Test message delivered.',
        webhook: presentWebhook({ ...webhook, sentAt: now(), lastError: null }),
      }
    },
  })
}

/** Limits test messages, because each one is posted to a channel that other people read. */
function testRateLimit(leagueId: number): Bucket {
  return { name: `webhook-tests:${leagueId}`, limit: 5, windowMs: 10 * MINUTE_MS }
}
