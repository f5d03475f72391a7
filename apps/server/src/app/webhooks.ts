import type { Db } from '../database/database.ts'
import { webhookSender } from '../features/webhook/sender.ts'
import { createWebhookCipher, webhookStore } from '../features/webhook/store.ts'
import type { Settings } from '../settings.ts'

export type WebhookSettings = Pick<Settings, 'secretKey' | 'DISCORD_BASE_URL' | 'SLACK_BASE_URL'>

/** What keeps the webhooks of leagues and sends to them. */
export function createWebhooks(
  db: Db,
  { secretKey, DISCORD_BASE_URL, SLACK_BASE_URL }: WebhookSettings,
  now: () => Date,
) {
  const hosts = { discord: DISCORD_BASE_URL, slack: SLACK_BASE_URL }
  const isElsewhere = Object.values(hosts).some((host) => host.startsWith('http:'))
  return {
    store: webhookStore(db, createWebhookCipher(secretKey)),
    sender: webhookSender(isElsewhere, now),
    hosts,
  }
}
