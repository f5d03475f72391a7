import type { WebhookHosts } from '@fieldhouse/domain/notifications/webhook'
import type { Db } from '../database/engine/database.ts'
import { type WebhookSender, webhookSender } from '../features/webhook/sender.ts'
import { createWebhookCipher, type WebhookStore, webhookStore } from '../features/webhook/store.ts'
import type { Settings } from '../settings.ts'

export type WebhookSettings = Pick<
  Settings,
  'secretKey' | 'DISCORD_BASE_URL' | 'SLACK_BASE_URL' | 'GROUPME_BASE_URL'
>

/** Creates the store and the sender of league webhooks. */
export function createWebhooks(
  db: Db,
  { secretKey, DISCORD_BASE_URL, SLACK_BASE_URL, GROUPME_BASE_URL }: WebhookSettings,
  now: () => Date,
): { store: WebhookStore; sender: WebhookSender; hosts: WebhookHosts } {
  const hosts = { discord: DISCORD_BASE_URL, slack: SLACK_BASE_URL, groupme: GROUPME_BASE_URL }
  const allowsPrivateHosts = Object.values(hosts).some((host) => host.startsWith('http:'))
  return {
    store: webhookStore(db, createWebhookCipher(secretKey)),
    sender: webhookSender(allowsPrivateHosts, now),
    hosts,
  }
}
