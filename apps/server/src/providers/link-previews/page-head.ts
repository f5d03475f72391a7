import { decodeEntities } from '../html-entities.ts'

/** The properties that name a value, the first one that a page has. Source: https://ogp.me, and Twitter's cards. */
const PROPERTIES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const

/** Elements whose content is no markup, or is not about the page. */
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'textarea',
  'iframe',
  'xmp',
  'math',
])
/** Longer tags are skipped. In characters. */
const MAX_TAG_LENGTH = 20_000
const MAX_ATTRIBUTES = 40

/**
 * Reads the title and the `meta` elements of a document, up to its body, in one pass. Only the first value of each
 * property counts, as browsers and crawlers read it. Any text is accepted. null is what the page does not say.
 */
export function parsePageHead(html: string) {
  const properties = new Map<string, string>()
  let title: string | null = null
  for (const tag of readTags(html)) {
    if (tag.name === 'body') break
    if (tag.name === 'title') title ??= tag.content
    if (tag.name !== 'meta') continue
    const attributes = readAttributes(tag.attributes)
    const content = attributes.get('content')
    const property = (attributes.get('property') ?? attributes.get('name'))?.trim().toLowerCase()
    if (content === undefined || property === undefined || properties.has(property)) continue
    properties.set(property, content)
  }
  const find = (names: readonly string[]) => {
    const found = names.map((name) => properties.get(name)).find((value) => value?.trim())
    return found === undefined ? null : decodeEntities(found)
  }
  return {
    title: find(PROPERTIES.title) ?? (title === null ? null : decodeEntities(title)),
    description: find(PROPERTIES.description),
    siteName: find(PROPERTIES.siteName),
    /** As written on the page, so it may be relative. */
    image: find(PROPERTIES.image),
    /** Whether the page asks not to be summarized elsewhere (`nosnippet`). */
    isPrivate: /\bnosnippet\b/i.test(properties.get('robots') ?? ''),
  }
}

function* readTags(html: string) {
  // Unlike `toLowerCase`, it keeps all positions.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let position = 0
  while (true) {
    const start = lower.indexOf('<', position)
    if (start < 0) return
    if (lower.startsWith('<!--', start)) {
      position = after(lower, '-->', start + 4)
      continue
    }
    const name = /^[a-z][a-z0-9]{0,20}/.exec(lower.slice(start + 1, start + 23))?.[0]
    if (name === undefined) {
      position = start + 1
      continue
    }
    const end = findTagEnd(html, start + 1 + name.length)
    const attributes = html.slice(start + 1 + name.length, end)
    position = end + 1
    if (name !== 'title' && !SKIPPED.has(name)) {
      yield { name, attributes, content: '' }
      continue
    }
    const close = lower.indexOf(`</${name}`, position)
    const contentEnd = close < 0 ? html.length : close
    if (name === 'title') yield { name, attributes, content: html.slice(position, contentEnd) }
    position = contentEnd
  }
}

function after(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from)
  return index < 0 ? text.length : index + mark.length
}

/** The position of the `>` of a tag, which may contain others in quotes. */
function findTagEnd(html: string, from: number): number {
  const limit = Math.min(html.length, from + MAX_TAG_LENGTH)
  let quote = ''
  for (let index = from; index < limit; index++) {
    const character = html.charAt(index)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return index
    else if ((character === '"' || character === "'") && html.charAt(index - 1) === '=') quote = character
  }
  return limit
}

const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y

/** The attributes of a tag by their names in lower case, the first one of each name. */
function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  const pattern = new RegExp(ATTRIBUTE)
  for (let count = 0; count < MAX_ATTRIBUTES; count++) {
    const match = pattern.exec(text)
    if (match === null) break
    const [, name = '', double, single, bare] = match
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '')
  }
  return attributes
}
