import { type WebhookService, webhookMessage } from '@fieldhouse/domain/notifications/webhook'
import { type DeliveryResult, postExternal } from '../../providers/http/post-external.ts'
import type { Webhook } from './store.ts'

const SERVICE_NAMES: Readonly<Record<WebhookService, string>> = { discord: 'Discord', slack: 'Slack' }

export interface WebhookSender {
  /** Sends a message. Rejects only when the signal aborts. */
  send(webhook: Webhook, text: string, signal?: AbortSignal): Promise<DeliveryResult>
}

/** `mayBePrivate` allows private hosts, for when a setting points to one. */
export function webhookSender(mayBePrivate: boolean, now: () => Date): WebhookSender {
  return {
    async send({ form, address }, text, signal) {
      if (address === null) return { kind: 'refused', reason: "the server's secret key has changed" }
      const body = JSON.stringify(webhookMessage(form, text))
      const headers = { 'content-type': 'application/json' }
      return postExternal({ url: address, headers, body, signal, mayBePrivate }, now)
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
