import {
  escapeEntities,
  escapeMarkdown,
  MAX_GROUPME_LENGTH,
  type WebhookService,
} from '../notifications/webhook.ts'
import type { RecapDocument } from './recap-document.ts'
import { formatAward, type TextSection, toTextSections } from './recap-sections.ts'

/** The limits of Discord, in characters. Source: Discord developer documentation, "Embed limits". */
const DISCORD = { title: 256, description: 4096, field: 1024, total: 6000, fields: 25 }

/** The story leaves room for the lists. */
const MAX_STORY = 2600

/** The limits of Slack, in characters. Source: Slack block reference. */
const SLACK = { header: 150, section: 3000, blocks: 50 }

/** The color of the bar beside the embed: the accent of the default theme. */
const EMBED_COLOR = 0x26_8b_d2

/** Builds the JSON body of a recap in the form of a service. Names are shown literally, and mention nobody. */
export function recapMessage(service: WebhookService, recap: RecapDocument): Record<string, unknown> {
  switch (service) {
    case 'discord':
      return discordMessage(recap)
    case 'slack':
      return slackMessage(recap)
    case 'groupme':
      return { text: groupMeText(recap) }
  }
}

function discordMessage(recap: RecapDocument): Record<string, unknown> {
  const title = cut(escapeMarkdown(recap.headline), DISCORD.title)
  const description = fitLines(
    recap.story.map((paragraph) => `${escapeMarkdown(paragraph)}\n`),
    Math.min(MAX_STORY, DISCORD.description),
  ).trimEnd()
  let left = DISCORD.total - title.length - description.length - recap.title.length
  const fields: { name: string; value: string; inline: boolean }[] = []
  for (const { name, lines } of toTextSections(recap).slice(0, DISCORD.fields)) {
    const value = fitLines(lines.map(escapeMarkdown), Math.min(DISCORD.field, left - name.length))
    if (value === '') continue
    fields.push({ name, value, inline: false })
    left -= name.length + value.length
  }
  return {
    embeds: [
      {
        author: { name: recap.title },
        title,
        ...(description === '' ? {} : { description }),
        color: EMBED_COLOR,
        fields,
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

/** Text in these blocks is plain, so that nothing in a name is markup. */
function slackMessage(recap: RecapDocument): Record<string, unknown> {
  const heading = `${recap.title}: ${recap.headline}`
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  return {
    text: escapeEntities(heading),
    link_names: false,
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(cut(heading, SLACK.header)) },
      ...recap.story.map((paragraph) => ({ type: 'section', text: plain(cut(paragraph, SLACK.section)) })),
      { type: 'divider' },
      ...toTextSections(recap).map(slackList),
    ].slice(0, SLACK.blocks),
  }
}

function slackList({ name, lines }: TextSection) {
  const fitting = fitLines(lines, SLACK.section - name.length).split('\n')
  return {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_section', elements: [{ type: 'text', text: name, style: { bold: true } }] },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: fitting.map((text) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })),
      },
    ],
  }
}

/** The results and what stands out. The story is too long for GroupMe. */
function groupMeText(recap: RecapDocument): string {
  const sections = toTextSections({ ...recap, awards: [], standings: [] })
  const lists = sections.flatMap(({ name, lines }) => [
    '',
    ...(name === 'Results' ? lines : lines.map((line) => `${name}: ${line}`)),
  ])
  const lines = [`${recap.title}: ${recap.headline}`, ...lists, '', ...recap.awards.map(formatAward)]
  return fitLines(lines, MAX_GROUPME_LENGTH)
}

const MORE = '…'

export function fitLines(lines: readonly string[], max: number): string {
  const whole = lines.join('\n')
  if (whole.length <= max) return whole
  const fitting = lines.filter(
    (_, index) => lines.slice(0, index + 1).join('\n').length <= max - MORE.length - 1,
  )
  return fitting.length === 0 ? '' : `${fitting.join('\n').trimEnd()}\n${MORE}`
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const start = text.slice(0, max - MORE.length)
  // A surrogate pair or an escape is not cut in half.
  return `${start.replace(/[\uD800-\uDBFF]$|\\$/, '')}${MORE}`
}
