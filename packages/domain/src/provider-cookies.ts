/** The two cookies that open a private league, as far as they were found; null for what was not. */
export type ParsedCookies = {
  /** With its braces, in upper case. */
  swid: string | null
  /** Decoded. */
  s2: string | null
}

const SWID = /\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?/i

/** An `espn_s2` is a few hundred characters long; nothing else that people paste here is. */
const S2 = /^[A-Za-z0-9+/=_-]{40,}$/

/**
 * The cookies in anything that a person may paste: a `Cookie:` header, `document.cookie`, rows of a
 * table, a browser's export as JSON, or bare values; quoted, percent-encoded, broken over lines,
 * the SWID without its braces.
 */
export function parseCookies(text: string): ParsedCookies {
  const named = { swid: findCookieValue(text, 'SWID'), s2: findCookieValue(text, 'espn_s2') }
  if (named.swid === null && named.s2 === null) return parseBareValues(text)
  return { swid: parseSwid(named.swid ?? ''), s2: parseS2(named.s2 ?? '') }
}

/** The cookies in two fields, whichever of the two each was pasted into. */
export function parseCookieFields(swidField: string, s2Field: string): ParsedCookies {
  const [first, second] = [parseCookies(swidField), parseCookies(s2Field)]
  return { swid: first.swid ?? second.swid, s2: second.s2 ?? first.s2 }
}

/** What stands after a name, in the forms `name=value`, `name: value`, `"name":"value"`, `name<tab>value`. */
function findCookieValue(text: string, name: string): string | null {
  const start = new RegExp(
    `(?<![A-Za-z0-9_])${name}["']?(?:\\s*,\\s*["']value["'])?\\s*[:=\\t ]\\s*["']?`,
    'i',
  ).exec(text)
  if (start === null) return null
  const rest = text.slice(start.index + start[0].length).replace(/[ \t]*\r?\n[ \t]*/g, '\n')
  // A value ends where another cookie or column begins; a line break alone only folds it.
  const end = /[;"',\t ]|\n(?=[A-Za-z_][\w-]*["']?\s*[:=]\s*[^=\s])/.exec(rest)
  return rest.slice(0, end?.index ?? rest.length).replace(/\s+/g, '')
}

function parseBareValues(text: string): ParsedCookies {
  const swid = parseSwid(text)
  const rest = text.replace(SWID, '').replace(/[\s"';,]+/g, '')
  return { swid, s2: parseS2(rest) }
}

function parseSwid(text: string): string | null {
  const id = SWID.exec(decodeRepeatedly(text))?.[1]
  return id === undefined ? null : `{${id.toUpperCase()}}`
}

function parseS2(text: string): string | null {
  const value = decodeRepeatedly(text)
  return S2.test(value) ? value : null
}

/** Percent signs undone, however often they were doubled; as it is where it is not well formed. */
function decodeRepeatedly(text: string): string {
  let value = text
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(value); times += 1) {
    try {
      value = decodeURIComponent(value)
    } catch (error) {
      if (error instanceof URIError) return value
      throw error
    }
  }
  return value
}
