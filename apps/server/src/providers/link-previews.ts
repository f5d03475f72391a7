import { normalizeLink } from '@fieldhouse/domain/league/text-links'
import { Parser } from 'htmlparser2'
import {
  describeNetworkError,
  type LimitedFetchOptions,
  ProviderError,
  readLimitedBytes,
  readStart,
  timeoutSignal,
} from './http/attempts.ts'
import { PrivateAddressError, publicFetch } from './http/public-hosts.ts'
import type { ImageSource } from './image-source.ts'

const TIMEOUT_MS = 5000
const MAX_REDIRECTS = 3
/** The rest of a longer page is not read. */
const MAX_PAGE_BYTES = 1024 * 1024
const MAX_IMAGE_BYTES = 5 * 1024 * 1024
/** Where a page says in which characters it is written. Source: HTML, "prescan a byte stream". */
const CHARSET_BYTES = 1024
/** In characters. */
const MAX_LENGTHS = { title: 200, description: 300, siteName: 80 }

/** What a page says about itself, as text of a limited length. */
type PagePreview = {
  title: string
  description: string | null
  /** The name of the site, or its host. */
  siteName: string
  /** The https URL of a picture on a public host. */
  imageUrl: string | null
}

export type PreviewResult =
  | { kind: 'found'; preview: PagePreview }
  /** The page has none, or is no web page. */
  | { kind: 'none'; reason: string }
  | { kind: 'unreachable'; reason: string }

export interface LinkPreviewSource {
  /** Reads what a page says about itself. Rejects only when the signal aborts. */
  read(url: string, signal: AbortSignal): Promise<PreviewResult>
  /** Downloads a picture of a page. Throws a ProviderError. */
  readImage: ImageSource['read']
}

/** `url`: the address after all redirects. */
type PageResponse = { response: Response; url: string }

/**
 * Reads pages that members link to, at any host with public addresses: by https, without cookies, one request for each
 * page and at most three redirects. `fetch` replaces the requests to hosts on the public internet.
 */
export function createLinkPreviewSource({
  userAgent,
  fetch = publicFetch,
}: Pick<LimitedFetchOptions, 'userAgent' | 'fetch'>): LinkPreviewSource {
  async function request(address: string, accept: string, signal: AbortSignal): Promise<PageResponse> {
    let url = address
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(url, {
        headers: { 'user-agent': userAgent, accept, 'accept-language': 'en' },
        redirect: 'manual',
        signal,
      })
      if (response.status < 300 || response.status >= 400) return { response, url }
      await response.body?.cancel()
      const target = resolveLink(response.headers.get('location') ?? '', url)
      if (redirects === MAX_REDIRECTS || target === null)
        throw new ProviderError('refused', 'the page redirects too often, or to no public address')
      url = target
    }
  }

  return {
    async read(url, signal) {
      try {
        const timeout = timeoutSignal(TIMEOUT_MS, signal)
        return await previewOf(await request(url, 'text/html,application/xhtml+xml', timeout))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PrivateAddressError || error instanceof ProviderError)
          return { kind: 'none', reason: error.message }
        return { kind: 'unreachable', reason: describeNetworkError(error) }
      }
    },

    async readImage(url) {
      try {
        const { response } = await request(url, 'image/*', AbortSignal.timeout(2 * TIMEOUT_MS))
        if (response.status === 200) return await readLimitedBytes(response, MAX_IMAGE_BYTES)
        await response.body?.cancel()
        if (response.status >= 500) throw new ProviderError('unavailable', `HTTP ${response.status}`)
        return null
      } catch (error) {
        if (error instanceof ProviderError) throw error
        throw new ProviderError('unavailable', describeNetworkError(error), { cause: error })
      }
    },
  }
}

async function previewOf({ response, url }: PageResponse): Promise<PreviewResult> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type.trim())
  const encoding = headers.get('content-encoding') ?? 'identity'
  const isPrivate = /\bnosnippet\b/i.test(headers.get('x-robots-tag') ?? '')
  if (status !== 200 || !isPage || encoding !== 'identity' || isPrivate) {
    await response.body?.cancel()
    const isLater = status === 429 || status >= 500
    return { kind: isLater ? 'unreachable' : 'none', reason: `HTTP ${status}, ${type}, ${encoding}` }
  }
  const head = parsePageHead(decodePage(await readStart(response, MAX_PAGE_BYTES), type))
  const title = toLine(head.title, MAX_LENGTHS.title)
  if (title === null || head.isPrivate) return { kind: 'none', reason: 'the page has no title or no preview' }
  return {
    kind: 'found',
    preview: {
      title,
      description: toLine(head.description, MAX_LENGTHS.description),
      siteName: toLine(head.siteName, MAX_LENGTHS.siteName) ?? new URL(url).hostname.replace(/^www\./, ''),
      imageUrl: head.image === null ? null : resolveLink(head.image.trim(), url),
    },
  }
}

/** Decodes a page in the characters that its header or, without one, the page itself names; UTF-8 by default. */
function decodePage(bytes: Buffer, contentType: string): string {
  const start = bytes.subarray(0, CHARSET_BYTES).toString('latin1')
  const named = [contentType, start].map((text) => /charset\s*=\s*["']?([\w:-]{1,40})/i.exec(text)?.[1])
  const label = named.find((name) => name !== undefined) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder().decode(bytes)
  }
}

function resolveLink(text: string, base: string): string | null {
  return URL.canParse(text, base) ? normalizeLink(new URL(text, base).href) : null
}

/** Control characters, and characters that reorder the text around them. */
const UNPRINTABLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

function toLine(text: string | null, maxLength: number): string | null {
  const line = (text ?? '').replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim()
  if (line === '') return null
  const characters = Array.from(line.slice(0, 4 * maxLength))
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

/** The properties that name a value, the first one that a page has. Source: https://ogp.me, and Twitter's cards. */
const PROPERTIES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const

/** Elements whose titles are not those of the page. */
const SKIPPED = new Set(['noscript', 'template', 'svg', 'math'])
/** Deeper pages are read up to there. Each end of an element is compared with all that are open. */
const MAX_DEPTH = 100

/**
 * Reads the title and the `meta` elements of a document, up to its body. Only the first value of each property counts, as
 * browsers and crawlers read it. Any text is accepted. null is what the page does not say.
 */
export function parsePageHead(html: string) {
  const properties = new Map<string, string>()
  let title: string | null = null
  let isInTitle = false
  let [depth, skipped] = [0, 0]
  const parser = new Parser({
    onopentag(name, { content, property, name: named }) {
      depth += 1
      if (name === 'body' || depth > MAX_DEPTH) parser.pause()
      if (SKIPPED.has(name)) skipped += 1
      if (skipped > 0) return
      isInTitle = name === 'title' && title === null
      if (isInTitle) title = ''
      const key = (property ?? named)?.trim().toLowerCase()
      if (name === 'meta' && content !== undefined && key !== undefined && !properties.has(key))
        properties.set(key, content)
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag(name) {
      depth -= 1
      isInTitle = false
      if (SKIPPED.has(name)) skipped -= 1
    },
  })
  parser.end(html)
  const find = (names: readonly string[]) =>
    names.map((name) => properties.get(name)).find((value) => value?.trim()) ?? null
  return {
    title: find(PROPERTIES.title) ?? title,
    description: find(PROPERTIES.description),
    siteName: find(PROPERTIES.siteName),
    /** As written on the page, so it may be relative. */
    image: find(PROPERTIES.image),
    /** Whether the page asks not to be summarized elsewhere (`nosnippet`). */
    isPrivate: /\bnosnippet\b/i.test(properties.get('robots') ?? ''),
  }
}
