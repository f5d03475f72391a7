const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

const LAST_CODE_POINT = 0x10_ffff

export function toPlainText(html: string): string {
  return html
    .replace(
      /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi,
      (entity, name: string) => decodeEntity(name) ?? entity,
    )
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined
}

/** Returns an absolute https URL that is safe to link to; null for anything else. */
export function toHttpsLink(text: string | null | undefined): string | null {
  const link = (text ?? '').trim()
  return /^https:\/\/[^/]/i.test(link) && URL.canParse(link) ? link : null
}
