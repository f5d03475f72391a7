import { MINUTE_MS } from '../duration.ts'
import { sortRanges, type TextRange } from './mentions.ts'

/** A link in a text: where it begins and ends, and its address as it is written there. */
type TextLink = { start: number; end: number; url: string }

/** Longer addresses are not links, so that nothing stores or requests them. In characters. */
export const MAX_LINK_LENGTH = 2048

/**
 * An http or https address, or a path of this site with a query, which begins a word. The characters are those that a
 * browser copies from its address bar, and all letters beyond ASCII.
 */
const LINK = /(?<![^\s("'“‘[])(?:https?:\/\/|\/(?=\?))[^\s<>"“”‘’]+/giu

/** Punctuation of the sentence around a link. */
const TRAILING = new Set(".,;:!?'*_~…)]}")
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * In order. A full stop or a comma after a link does not belong to it, and a closing bracket does only if the link
 * contains the opening one.
 */
export function findTextLinks(text: string): TextLink[] {
  const links: TextLink[] = []
  for (const { 0: match, index: start } of text.matchAll(LINK)) {
    const url = match.slice(0, linkLength(match))
    if (url.length <= MAX_LINK_LENGTH && isAddress(url)) links.push({ start, end: start + url.length, url })
  }
  return links
}

function linkLength(match: string): number {
  let length = match.length
  const depths = countBrackets(match)
  for (; length > 0; length--) {
    const character = match.charAt(length - 1)
    if (!TRAILING.has(character)) break
    const opening = OPENING[character]
    if (opening === undefined) continue
    const depth = depths.get(opening) ?? 0
    if (depth >= 0) break
    depths.set(opening, depth + 1)
  }
  return length
}

function countBrackets(match: string): Map<string, number> {
  const depths = new Map<string, number>()
  for (const character of match) {
    const opening = OPENING[character]
    if (opening !== undefined) depths.set(opening, (depths.get(opening) ?? 0) - 1)
    else if ('([{'.includes(character)) depths.set(character, (depths.get(character) ?? 0) + 1)
  }
  return depths
}

/** Any base gives a relative address the same validity. */
function isAddress(url: string): boolean {
  return URL.canParse(url, 'https://site.invalid') && !/^https?:\/\/$/i.test(url)
}

/**
 * The first link of a text to another host, as the URL that is requested for its preview. null without one.
 * @param ownHosts the hosts of this site, with their ports
 */
export function findPreviewLink(text: string, ownHosts: readonly string[]): string | null {
  for (const { url } of findTextLinks(text)) {
    const isOwn = url.startsWith('/') || ownHosts.includes(new URL(url).host)
    const link = isOwn ? null : normalizeLink(url)
    if (link !== null) return link
  }
  return null
}

/**
 * The https URL of a link, without its fragment: one for all ways to write it. null for what is never requested: other
 * protocols and ports, URLs with a username, and names that only a local network knows.
 */
export function normalizeLink(url: string): string | null {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return null
  const link = new URL(url)
  if (link.port !== '' || link.username !== '' || link.password !== '') return null
  if (!link.hostname.includes('.') && !link.hostname.startsWith('[')) return null
  link.protocol = 'https:'
  link.hash = ''
  return link.href.length > MAX_LINK_LENGTH ? null : link.href
}

/** What is before the host of an address, which may have no protocol or be one of email, and the host. */
const HOST = /^((?:https?:\/\/)?(?:[^/\\?#]*@)?)([^/\\?#:]+)/i

/** Scripts that are written together. A host with letters of others may look like another host. Source: UTS 39, 5.2. */
const SCRIPTS = [
  ['Latin'],
  ['Greek'],
  ['Cyrillic'],
  ['Arabic'],
  ['Hebrew'],
  ['Devanagari'],
  ['Thai'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const READABLE_HOSTS = SCRIPTS.map((scripts) => {
  const classes = scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')
  return new RegExp(`^[${classes}\\d._\\-。．｡]+$`, 'u')
})

/** A link as it is shown: its host in ASCII, as in `xn--exmple-4nf.org`, if its letters are of several scripts. */
export function displayLink(link: string): string {
  const [beginning = '', prefix = '', host = ''] = HOST.exec(link) ?? []
  const address = /^https?:/i.test(link) ? link : `https://${link}`
  const isReadable = host.startsWith('[') || READABLE_HOSTS.some((readable) => readable.test(host))
  if (isReadable || !URL.canParse(address)) return link
  return `${prefix}${new URL(address).hostname}${link.slice(beginning.length)}`
}

/** A part of a text; `range` is null for a part between the ranges. */
type TextPart<Range> = { start: number; text: string; range: Range | null }

/** Divides a text at its ranges. Ranges that overlap an earlier one or lie outside of the text are left out. */
export function splitText<Range extends TextRange>(
  text: string,
  ranges: readonly Range[],
): TextPart<Range>[] {
  const parts: TextPart<Range>[] = []
  let end = 0
  const add = (start: number, until: number, range: Range | null) => {
    if (until > start) parts.push({ start, text: text.slice(start, until), range })
  }
  for (const range of sortRanges(ranges)) {
    if (range.start < end || range.start + range.length > text.length) continue
    add(end, range.start, null)
    end = range.start + range.length
    add(range.start, end, range)
  }
  add(end, text.length, null)
  return parts
}

export const EDIT_WINDOW_MS = 15 * MINUTE_MS

/** When a text can no longer be edited, in milliseconds, like `createdAt`. */
export function editDeadline(createdAt: number): number {
  return createdAt + EDIT_WINDOW_MS
}

/** Whether a text can still be edited. The instant of the deadline is too late. */
export function isEditable(createdAt: number, now: Date): boolean {
  return now.getTime() < editDeadline(createdAt)
}
