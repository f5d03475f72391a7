/** The two cookies that open a private league, as far as they were found; null for what was not. */
export type FoundCookies = {
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
export function readCookies(text: string): FoundCookies {
  const named = { swid: valueNamed(text, 'SWID'), s2: valueNamed(text, 'espn_s2') }
  if (named.swid === null && named.s2 === null) return bareValues(text)
  return { swid: swidIn(named.swid ?? ''), s2: s2In(named.s2 ?? '') }
}

/** The cookies in two fields, whichever of the two each was pasted into. */
export function readCookieFields(swidField: string, s2Field: string): FoundCookies {
  const [first, second] = [readCookies(swidField), readCookies(s2Field)]
  return { swid: first.swid ?? second.swid, s2: second.s2 ?? first.s2 }
}

/** What stands after a name, in the forms `name=value`, `name: value`, `"name":"value"`, `name<tab>value`. */
function valueNamed(text: string, name: string): string | null {
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

function bareValues(text: string): FoundCookies {
  const swid = swidIn(text)
  const rest = text.replace(SWID, '').replace(/[\s"';,]+/g, '')
  return { swid, s2: s2In(rest) }
}

function swidIn(text: string): string | null {
  const id = SWID.exec(decoded(text))?.[1]
  return id === undefined ? null : `{${id.toUpperCase()}}`
}

function s2In(text: string): string | null {
  const value = decoded(text)
  return S2.test(value) ? value : null
}

/** Percent signs undone, however often they were doubled; as it is where it is not well formed. */
function decoded(text: string): string {
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
