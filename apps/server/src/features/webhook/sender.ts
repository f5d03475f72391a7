import { BOT_ID, type WebhookService, webhookMessage } from '@fieldhouse/domain/notifications/webhook'
import { recapMessage } from '@fieldhouse/domain/recap/chat-messages'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { type DeliveryResult, postExternal } from '../../providers/http/post-external.ts'
import type { Webhook } from './store.ts'

const SERVICE_NAMES: Readonly<Record<WebhookService, string>> = {
  discord: 'Discord',
  slack: 'Slack',
  groupme: 'GroupMe',
}

/** A text, or a recap in the form of the service. */
export type WebhookMessage = string | RecapDocument

export interface WebhookSender {
  /** Sends a message. Rejects only when the signal aborts. */
  send(webhook: Webhook, message: WebhookMessage, signal?: AbortSignal): Promise<DeliveryResult>
}

/** `mayBePrivate` allows private hosts, for when a setting points to one. */
export function webhookSender(mayBePrivate: boolean, now: () => Date): WebhookSender {
  return {
    async send({ form, address }, message, signal) {
      if (address === null) return { kind: 'refused', reason: "the server's secret key has changed" }
      const url = new URL(address)
      const bot = url.searchParams.get(BOT_ID)
      url.search = ''
      const content =
        typeof message === 'string' ? webhookMessage(form, message) : recapMessage(form, message)
      const body = JSON.stringify(bot === null ? content : { [BOT_ID]: bot, ...content })
      const headers = { 'content-type': 'application/json' }
      return postExternal({ url: url.href, headers, body, signal, mayBePrivate }, now)
    },
  }
}

/** Describes why a message was not delivered and what to do about it; null if it was delivered. */
export function failureMessage({ form }: Pick<Webhook, 'form'>, result: DeliveryResult): string | null {
  const service = SERVICE_NAMES[form]
  switch (result.kind) {
    case 'sent':
      return null
    case 'gone':
      return `${service} no longer has this webhook. Create a new one in ${service} and save its URL here.`
    case 'refused':
      return `${service} didn't accept the message: ${result.reason}. Save the webhook URL again.`
    case 'later':
      return `${service} didn't accept the message: ${result.reason}.`
  }
}
