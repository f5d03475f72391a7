import { deleteWebhook, getWebhook, saveWebhook, testWebhook } from '@fieldhouse/contract/notifications'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { parseWebhookUrl } from '@fieldhouse/domain/notifications/webhook'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import * as store from './delivery.ts'
import { sendToWebhook, webhookHosts } from './delivery.ts'

/** Test messages per league, because each one is posted to a channel that other people read. */
const TESTS = { limit: 5, windowMs: 10 * MINUTE_MS }

export const webhook = [
  operation(getWebhook, async ({ ctx, league }) => {
    const stored = await store.findWebhook(ctx, league.id)
    return { webhook: stored && presentWebhook(stored) }
  }),

  operation(saveWebhook, async (call) => {
    const parsed = parseWebhookUrl(call.body.address, webhookHosts(call.ctx.settings))
    if (parsed === null)
      throw invalidField('address', "That isn't a webhook URL of Discord, Slack or GroupMe.")
    const saved = await store.saveWebhook(call, parsed)
    return { message: 'Webhook saved.', webhook: presentWebhook(saved) }
  }),

  operation(deleteWebhook, async (call) => {
    await store.clearWebhook(call)
    return { message: 'Webhook removed.' }
  }),

  operation(testWebhook, async ({ ctx, league: { id, name } }) => {
    const stored = orThrow(await store.findWebhook(ctx, id), 'no_webhook')
    await ctx.limiter.consume({ name: `webhook-tests:${id}`, ...TESTS }, ctx.now())
    const { failure } = await sendToWebhook(ctx, id, stored, `Weekly recaps for ${name} will show up here.`)
    if (failure !== null) throw new ApiError('webhook_failed', { message: failure })
    return {
      message: 'Test message delivered.',
      webhook: presentWebhook({ ...stored, sentAt: ctx.now(), lastError: null }),
    }
  }),
]

/** Without its URL. */
function presentWebhook({ form, savedAt, sentAt, lastError }: store.Webhook) {
  return toWire({ form, savedAt, sentAt, lastError })
}
