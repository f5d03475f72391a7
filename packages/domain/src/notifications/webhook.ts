export const WEBHOOK_SERVICES = ['discord', 'slack', 'groupme'] as const

export type WebhookService = (typeof WEBHOOK_SERVICES)[number]

export type WebhookHosts = Readonly<Record<WebhookService, string>>

const DISCORD_ORIGIN = 'https://discord.com'
/** Older and preview origins of Discord. */
const DISCORD_ALIAS_ORIGINS = [
  'https://discordapp.com',
  'https://canary.discord.com',
  'https://ptb.discord.com',
]

const WEBHOOK_PATHS: Readonly<Record<WebhookService, RegExp>> = {
  discord: /^\/api\/(?:v\d{1,2}\/)?webhooks\/\d+\/[\w-]+$/,
  slack: /^\/services\/\w+\/\w+\/\w+$/,
  groupme: /^\/v3\/bots\/post$/,
}

/** The parameter of GroupMe's URL that says which bot posts. */
export const BOT_ID = 'bot_id'

/** null if it is not a webhook of any service. A bot of GroupMe has no URL of its own: its ID is a parameter. */
export function parseWebhookUrl(
  text: string,
  hosts: WebhookHosts,
): { form: WebhookService; address: string } | null {
  if (!URL.canParse(text.trim())) return null
  const url = new URL(text.trim())
  if (url.username !== '' || url.password !== '') return null
  const service = WEBHOOK_SERVICES.find(
    (each) => allowedOrigins(each, hosts).includes(url.origin) && WEBHOOK_PATHS[each].test(url.pathname),
  )
  if (service === undefined) return null
  const address = `${url.origin}${url.pathname}`
  if (service !== 'groupme') return { form: service, address }
  const bot = url.searchParams.get(BOT_ID) ?? ''
  return /^\w{1,64}$/.test(bot) ? { form: service, address: `${address}?${BOT_ID}=${bot}` } : null
}

function allowedOrigins(service: WebhookService, hosts: WebhookHosts): string[] {
  const host = hosts[service]
  return service === 'discord' && host === DISCORD_ORIGIN ? [host, ...DISCORD_ALIAS_ORIGINS] : [host]
}

/** Discord rejects longer messages. */
const MAX_DISCORD_LENGTH = 2000
/** GroupMe rejects longer messages. Source: GroupMe API, "Bots". */
export const MAX_GROUPME_LENGTH = 1000
const TRUNCATION_MARK = '\n…'

/**
 * Builds the JSON body of a message for a service. The text is shown literally: a team named `@everyone`
 * mentions no one, and asterisks in a name are not emphasis. Text that is too long is cut at a line break. The bot of
 * GroupMe is added by the sender.
 */
export function webhookMessage(service: WebhookService, text: string): Record<string, unknown> {
  switch (service) {
    case 'discord':
      return {
        content: truncateAtLine(escapeMarkdown(text), MAX_DISCORD_LENGTH),
        allowed_mentions: { parse: [] },
      }
    case 'slack':
      return { text: escapeEntities(text), mrkdwn: false, link_names: false }
    case 'groupme':
      return { text: truncateAtLine(text, MAX_GROUPME_LENGTH) }
  }
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()-]/g, '\\$&')
}

export function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function truncateAtLine(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max - TRUNCATION_MARK.length)
  return `${start.slice(0, start.lastIndexOf('\n'))}${TRUNCATION_MARK}`
}
