import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { lenient, lenientList } from './fields.ts'
import { ProviderError } from './http/attempts.ts'

/** Text, or the text of an element with attributes. */
const TextNode = z.union([
  z.string(),
  z.object({ '#text': z.string() }).transform((element) => element['#text']),
])

const Item = z.object({
  title: TextNode,
  link: TextNode,
  guid: lenient(TextNode),
  pubDate: TextNode,
  source: lenient(TextNode),
})

const Feed = z.object({
  rss: z.object({ channel: z.union([z.literal(''), z.object({ item: lenientList(Item) })]) }),
})

export type RssItem = z.output<typeof Item>

/** Numeric and HTML entities are left as they are; `toPlainText` decodes them. */
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => name === 'item',
})

/** Returns the items of a feed in order. Throws `unexpected_shape` for anything else, such as a web page. */
export function parseRss(text: string): RssItem[] {
  const parsed = Feed.safeParse(parseXml(text))
  if (!parsed.success) throw new ProviderError('unexpected_shape', 'not an RSS feed')
  const { channel } = parsed.data.rss
  return channel === '' ? [] : (channel.item ?? [])
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text) as unknown
  } catch (cause) {
    throw new ProviderError('unexpected_shape', 'the feed is not valid XML', { cause })
  }
}
