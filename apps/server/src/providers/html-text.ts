/** The named references that titles contain. Others stay as they are written. */
const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00A0',
    iexcl: '¡',
    cent: '¢',
    pound: '£',
    euro: '€',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    middot: '·',
    bull: '•',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    frac12: '½',
    times: '×',
    minus: '−',
    agrave: 'à',
    aacute: 'á',
    auml: 'ä',
    ccedil: 'ç',
    egrave: 'è',
    eacute: 'é',
    euml: 'ë',
    iacute: 'í',
    ntilde: 'ñ',
    oacute: 'ó',
    ouml: 'ö',
    uacute: 'ú',
    uuml: 'ü',
    Auml: 'Ä',
    Eacute: 'É',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
  }),
)

/** Replaces character references of HTML, once: `&amp;lt;` becomes `&lt;`. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,8}));/gi,
    (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? reference
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (code > 0x10_ff_ff) return reference
      return code === 0 ? '\uFFFD' : String.fromCodePoint(code).toWellFormed()
    },
  )
}

export function toPlainText(html: string): string {
  return decodeEntities(html)
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}

/** Returns an absolute https URL that is safe to link to; null for anything else. */
export function toHttpsLink(text: string | null | undefined): string | null {
  const link = (text ?? '').trim()
  return /^https:\/\/[^/]/i.test(link) && URL.canParse(link) ? link : null
}
