/** Where a league's recap can also be sent. */
export const WEBHOOK_FORMS = ['discord', 'slack'] as const

export type WebhookForm = (typeof WEBHOOK_FORMS)[number]

/** Where the two services are. */
export type WebhookHosts = Readonly<Record<WebhookForm, string>>

const DISCORD_ORIGIN = 'https://discord.com'
/** Older and preview addresses of the same service. */
const DISCORD_ALIAS_ORIGINS = [
  'https://discordapp.com',
  'https://canary.discord.com',
  'https://ptb.discord.com',
]

const WEBHOOK_PATHS: Readonly<Record<WebhookForm, RegExp>> = {
  discord: /^\/api\/(?:v\d{1,2}\/)?webhooks\/\d+\/[\w-]+$/,
  slack: /^\/services\/\w+\/\w+\/\w+$/,
}

/** What a pasted address leads to; null for one that is no webhook of either service. */
export function parseWebhookUrl(
  address: string,
  hosts: WebhookHosts,
): { form: WebhookForm; address: string } | null {
  if (!URL.canParse(address.trim())) return null
  const url = new URL(address.trim())
  if (url.username !== '' || url.password !== '') return null
  const form = WEBHOOK_FORMS.find(
    (each) => allowedOrigins(each, hosts).includes(url.origin) && WEBHOOK_PATHS[each].test(url.pathname),
  )
  return form === undefined ? null : { form, address: `${url.origin}${url.pathname}` }
}

function allowedOrigins(form: WebhookForm, hosts: WebhookHosts): string[] {
  const host = hosts[form]
  return form === 'discord' && host === DISCORD_ORIGIN ? [host, ...DISCORD_ALIAS_ORIGINS] : [host]
}

/** What Discord takes at most. */
const MAX_DISCORD_LENGTH = 2000
const TRUNCATION_MARK = '\n…'

/**
 * The JSON of a message in a service's form. The text is shown as it is: a team called `@everyone`
 * calls nobody, and stars in a name are no emphasis. What Discord would not take is cut at a line.
 */
export function webhookMessage(form: WebhookForm, text: string): Record<string, unknown> {
  switch (form) {
    case 'discord':
      return { content: truncateAtLine(escapeMarkdown(text)), allowed_mentions: { parse: [] } }
    case 'slack':
      return { text: escapeEntities(text), mrkdwn: false, link_names: false }
  }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()-]/g, '\\$&')
}

function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function truncateAtLine(text: string): string {
  if (text.length <= MAX_DISCORD_LENGTH) return text
  const room = text.slice(0, MAX_DISCORD_LENGTH - TRUNCATION_MARK.length)
  return `${room.slice(0, room.lastIndexOf('\n'))}${TRUNCATION_MARK}`
}
