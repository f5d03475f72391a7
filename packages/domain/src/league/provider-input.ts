import type { ProviderName } from './league-providers.ts'

/** Other sports as ESPN's addresses name them: the folder of their pages, and the name of their game. */
const ESPN_SPORTS: Readonly<Record<string, string>> = {
  baseball: 'baseball',
  basketball: 'basketball',
  'womens-basketball': 'basketball',
  hockey: 'hockey',
  flb: 'baseball',
  fba: 'basketball',
  wfba: 'basketball',
  fhl: 'hockey',
}

/** The sport of an ESPN address if it is not football. null for football, and for all other text. */
export function otherSportIn(text: string): string | null {
  const [path = ''] = text.trim().split(/[?#]/)
  const [, ...folders] = path.toLowerCase().split('/')
  for (const folder of folders) if (Object.hasOwn(ESPN_SPORTS, folder)) return ESPN_SPORTS[folder] ?? null
  return null
}

export function otherSportMessage(league: string, sport: string | null): string {
  const kind = sport === null ? 'a league of another sport' : `a ${sport} league`
  return `${league} is ${kind}. Fieldhouse shows fantasy football leagues.`
}

/** Platforms whose leagues are not read, by the hosts of their pages. Their seasons come as tables and files. */
const FILE_PLATFORMS: Readonly<Record<string, string>> = {
  'nfl.com': 'NFL.com',
  'yahoo.com': 'Yahoo',
  'cbssports.com': 'CBS',
  'fleaflicker.com': 'Fleaflicker',
  'myfantasyleague.com': 'MyFantasyLeague',
  'docs.google.com': 'Google Sheets',
}

const HOST = /^(?:https?:\/\/)?((?:[a-z\d-]+\.)+[a-z]{2,})(?:[:/?#]|$)/i

function findFilePlatform(text: string): { platform: string; host: string } | null {
  const host = HOST.exec(text.trim())?.[1]?.toLowerCase()
  if (host === undefined) return null
  const known = Object.keys(FILE_PLATFORMS).find((each) => host === each || host.endsWith(`.${each}`))
  return known === undefined ? null : { platform: FILE_PLATFORMS[known] ?? known, host }
}

const ESPN_API = /espn\.com\/apis\/v3\/games\/ffl\/(?:\S*\/)?(?:leagues|leagueHistory)\/(\d{1,15})(?!\d)/i

/**
 * Parses the provider's league ID from user input: a bare number, any text that contains `leagueId=digits`, or the
 * address of the league in ESPN's API. Returns undefined without an ID, and for an address of another sport or platform,
 * whose IDs are those of other leagues.
 */
export function parseLeagueId(text: string): number | undefined {
  const trimmed = text.trim()
  if (otherSportIn(trimmed) !== null || findFilePlatform(trimmed) !== null) return undefined
  const digits =
    /^\d{1,15}$/.exec(trimmed)?.[0] ??
    /leagueId=(\d{1,15})(?!\d)/i.exec(trimmed)?.[1] ??
    ESPN_API.exec(trimmed)?.[1]
  if (digits === undefined) return undefined
  const id = Number(digits)
  return id > 0 ? id : undefined
}

/** A Sleeper ID has 15 to 20 digits. It is also part of the addresses of the league's and its teams' pages, and of its API. */
const SLEEPER_ID = /^(?:\D*sleeper\.(?:com|app)\/(?:leagues|roster|v1\/league)\/)?(\d{15,20})(?:[/?#].*)?$/i

/** Parses a provider's league ID from an ID or the address of the league's page. Returns undefined without an ID. */
export function parseProviderLeagueId(provider: ProviderName, text: string): string | undefined {
  switch (provider) {
    case 'espn':
      return parseLeagueId(text)?.toString()
    case 'sleeper':
      return SLEEPER_ID.exec(text.trim())?.[1]
  }
}

/**
 * What an admin enters to find a league: the league itself, a user of Sleeper whose leagues are listed, or a page of a
 * platform whose leagues are not read.
 */
export type LeagueEntry =
  | { kind: 'league'; provider: ProviderName; leagueId: string }
  | { kind: 'user'; provider: 'sleeper'; username: string }
  | { kind: 'files'; platform: string; host: string }

/** Sleeper allows letters, digits and underscores. With an @, anything that could be a name is one. */
const USERNAME = /^@([\w.-]{1,40})$|^(\w{2,40})$/

/**
 * Parses an ID, the address of a league's page, or a Sleeper username. An address and the length of an ID tell the
 * provider. Other text is understood as the chosen provider means it; null is none chosen. Returns null if it is
 * none of these.
 */
export function parseLeagueEntry(text: string, chosen: ProviderName | null): LeagueEntry | null {
  const trimmed = text.trim()
  const other = findFilePlatform(trimmed)
  if (other !== null) return { kind: 'files', ...other }
  const sleeperId = parseProviderLeagueId('sleeper', trimmed)
  if (sleeperId !== undefined) return { kind: 'league', provider: 'sleeper', leagueId: sleeperId }
  const espnId = parseProviderLeagueId('espn', trimmed)
  const isNumber = /^\d+$/.test(trimmed)
  if (espnId !== undefined && !(isNumber && chosen === 'sleeper'))
    return { kind: 'league', provider: 'espn', leagueId: espnId }
  const [, marked, word] = USERNAME.exec(trimmed) ?? []
  const username = marked ?? (chosen === 'espn' || (isNumber && chosen === null) ? undefined : word)
  return username === undefined ? null : { kind: 'user', provider: 'sleeper', username }
}

/** The entry as text that `parseLeagueEntry` understands without a chosen provider. */
export function formatLeagueEntry(entry: LeagueEntry): string {
  if (entry.kind === 'files') return entry.host
  return entry.kind === 'user' ? `@${entry.username}` : entry.leagueId
}

/**
 * Parses the spreadsheet ID and tab from user input: a URL (the segment after `/d/`, or `e/…` of a published
 * sheet, and `gid=`), a bare ID of 20 or more characters, or a bare tab number. Both are null if nothing is
 * found.
 */
export function parseSheetUrl(text: string): { sheetId: string | null; gid: string | null } {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed) && trimmed.length < 20) return { sheetId: null, gid: trimmed }
  if (/^[A-Za-z0-9_-]{20,}$/.test(trimmed)) return { sheetId: trimmed, gid: null }
  const sheetId = /\/d\/((?:e\/)?[A-Za-z0-9_-]{20,})/.exec(trimmed)?.[1] ?? null
  const gid = /[#?&]gid=(\d+)/.exec(trimmed)?.[1] ?? null
  return { sheetId, gid }
}

/** Phones and word processors put them in place of plain ones. */
const TYPOGRAPHIC_QUOTES = /[“”„‟‘’‚‛«»‹›″′]/g

export type ParsedCookies = {
  /** With braces, in upper case. */
  swid: string | null
  /** Percent-decoded. */
  s2: string | null
}

const SWID = /\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?/i

/** An `espn_s2` value has a few hundred characters, unlike anything else that users paste here. */
const S2 = /^[A-Za-z0-9+/=_-]{40,}$/

/**
 * Finds the cookies in any text that a user may paste: a `Cookie:` header, `document.cookie`, table rows, a
 * JSON export of a browser extension, a command that developer tools copy, or bare values. Values may be quoted,
 * percent-encoded or wrapped over lines, and the SWID may lack its braces.
 */
export function parseCookies(text: string): ParsedCookies {
  // Windows escapes the characters of a copied command with carets, which no cookie contains.
  const plain = text.replace(TYPOGRAPHIC_QUOTES, '"')
  const compact = collapseWhitespace(listJsonCookies(plain) ?? plain.replaceAll('^', ''))
  const named = { swid: findCookieValue(compact, 'SWID'), s2: findCookieValue(compact, 'espn_s2') }
  if (named.swid === null && named.s2 === null) return parseBareValues(compact)
  return { swid: parseSwid(named.swid ?? ''), s2: parseS2(named.s2 ?? '') }
}

/** Finds the cookies in two form fields, even if they are swapped or both in one field. */
export function parseCookieFields(swidField: string, s2Field: string): ParsedCookies {
  const [first, second] = [parseCookies(swidField), parseCookies(s2Field)]
  return { swid: first.swid ?? second.swid, s2: second.s2 ?? first.s2 }
}

/**
 * Leaves one line break or one space of every run of whitespace, so that the patterns below need no `\s*`. Two
 * of those next to each other would take quadratic time on a long run.
 */
function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? '\n' : ' '))
}

/** The cookies of a JSON export as lines, whichever other fields it has; null for any other text. */
function listJsonCookies(text: string): string | null {
  if (!/^\s*[[{]/.test(text) || !text.includes('"name"')) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const lines: string[] = []
  const pending = [json]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    const { name, value: cookie } = value as { name?: unknown; value?: unknown }
    if (typeof name === 'string' && typeof cookie === 'string') lines.push(`${name}=${cookie};`)
    for (const each of Object.values(value)) pending.push(each)
  }
  return lines.join('\n')
}

/** Finds the value in `name=value`, `name: value`, `"name":"value"`, `"name", "value"` or `name value`, in collapsed text. */
function findCookieValue(text: string, name: string): string | null {
  const prefix = new RegExp(
    `(?<![A-Za-z0-9_])${name}["']?(?:\\s?,\\s?["']value["'])?(?:\\s?[:=,]\\s?|\\s)["']?`,
    'i',
  ).exec(text)
  if (prefix === null) return null
  const rest = text.slice(prefix.index + prefix[0].length)
  // A value ends where another cookie or column begins. A line break alone does not end it.
  const end = /[;"', ]|\n(?=[A-Za-z_][\w-]*["']?\s?[:=]\s?[^=\s])/.exec(rest)
  return rest.slice(0, end?.index ?? rest.length).replaceAll('\n', '')
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
