import { type WebhookForm, webhookMessage } from '@fieldhouse/domain/webhook'
import { type DeliveryResult, postExternal } from '../../providers/http/post-external.ts'
import type { Webhook } from './store.ts'

const SERVICE_NAMES: Readonly<Record<WebhookForm, string>> = { discord: 'Discord', slack: 'Slack' }

export type WebhookSender = ReturnType<typeof webhookSender>

/** Hosts of this network are only ever reached where a setting puts a service there. */
export function webhookSender(mayBePrivate: boolean, now: () => Date) {
  return {
    /** Rejects only when the signal aborts. */
    async send({ form, address }: Webhook, text: string, signal?: AbortSignal): Promise<DeliveryResult> {
      if (address === null) return { kind: 'refused', reason: 'the server’s key has changed' }
      const body = JSON.stringify(webhookMessage(form, text))
      const headers = { 'content-type': 'application/json' }
      return postExternal({ url: address, headers, body, signal, mayBePrivate }, now)
    },
  }
}

/** Why a message did not arrive, and what to do about it; null when it did. */
export function failureMessage({ form }: Pick<Webhook, 'form'>, posted: DeliveryResult): string | null {
  const service = SERVICE_NAMES[form]
  switch (posted.kind) {
    case 'sent':
      return null
    case 'gone':
      return `${service} knows this webhook no more. Make a new one there, and save its address.`
    case 'refused':
      return `${service} did not take the message: ${posted.reason}. Save the webhook’s address again.`
    case 'later':
      return `${service} did not take the message: ${posted.reason}.`
  }
}
