/** What requests are counted by. An address is an IPv4 address or the /64 network of an IPv6 address. */
export const LIMIT_SCOPES = ['person', 'league', 'address', 'site'] as const

export type LimitScope = (typeof LIMIT_SCOPES)[number]

export type Limit = { requests: number; seconds: number }

type Counted = { [Scope in LimitScope]?: Limit }

/**
 * How often an operation may be used. Operations with the same limits are counted together. A limit of the site counts
 * only requests that have succeeded. It needs one for each person or address besides, which shrinks while the site's
 * is used up, so that nobody can use up what others need.
 */
export type Limits = Counted & {
  /** Part of the counters' names, and of the headers of a 429 response. */
  name: string
  /**
   * Whether all processes count together, in the database. Otherwise each counts in memory, which is enough
   * where the only cost is that of the process itself.
   */
  isShared: boolean
}

/** Limits whose requests each process counts in memory. */
export const countInMemory = <C extends Counted>(name: string, counted: C) => ({
  name,
  isShared: false,
  ...counted,
})

/** Limits whose requests all processes count together. */
const countInDatabase = <C extends Counted>(name: string, counted: C) => ({
  name,
  isShared: true,
  ...counted,
})

export const per = (requests: number, seconds: number): Limit => ({ requests, seconds })

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Reading what is stored. A league of twelve behind one address may read 40 times a second. */
export const READ = countInMemory('read', { person: per(1200, MINUTE), address: per(6000, MINUTE) })

/** Simulating the rest of a season with other results, which takes about a tenth of a second of one core. */
export const WHAT_IF = countInMemory('what-if', { person: per(120, MINUTE), site: per(600, MINUTE) })

export const WRITE = countInMemory('write', {
  person: per(240, MINUTE),
  league: per(2400, MINUTE),
  address: per(2400, MINUTE),
})

/** Checking a password or a link, in addition to the limits for failed attempts. */
export const SIGN_IN = countInMemory('sign-in', { address: per(300, MINUTE) })

/**
 * Liking and unliking: as often as reacting with an emoji. Counted in memory, because likes are the most frequent
 * changes.
 */
export const LIKE = countInMemory('like', {
  person: per(200, 10 * MINUTE),
  league: per(2400, MINUTE),
  address: per(2400, MINUTE),
})

/** Starting to sign in with a provider, which costs nobody anything: counted with the sign-ins of the address only. */
export const START_PROVIDER_SIGN_IN = countInDatabase('provider-sign-in', { address: per(100, 15 * MINUTE) })

/** Signing in with a provider, which sends requests to it. */
export const PROVIDER_SIGN_IN = countInDatabase('provider-sign-in', {
  address: per(100, 15 * MINUTE),
  site: per(1000, 15 * MINUTE),
})

/** Creating accounts. A whole league may register behind one address in an evening. */
export const REGISTER = countInDatabase('register', { address: per(60, HOUR), site: per(600, HOUR) })

/** Reading what an invite link offers. A whole league may open it behind one address in an evening. */
export const READ_INVITE = countInMemory('read-invite', { address: per(120, MINUTE) })

export const ACCEPT_INVITE = countInDatabase('accept-invite', {
  person: per(30, HOUR),
  address: per(120, HOUR),
})

/** Creating leagues, each of which is refreshed from then on. */
export const CREATE_LEAGUE = countInDatabase('create-league', { person: per(30, HOUR), site: per(300, HOUR) })

/** Looking at a league before it is created, which sends up to about a dozen requests to ESPN. */
export const PREVIEW_LEAGUE = countInDatabase('preview-league', {
  person: per(30, HOUR),
  site: per(120, HOUR),
})

/** Looking up the leagues of a person, which sends two requests to the provider. */
export const FIND_LEAGUES = countInMemory('find-leagues', { person: per(60, HOUR), site: per(300, HOUR) })

/**
 * Player news, which may ask their sources. The page asks once an hour. Counted in memory, because a count in the
 * database would end all cached responses.
 */
export const NEWS = countInMemory('news', { person: per(60, 10 * MINUTE), address: per(600, 10 * MINUTE) })

/** Trying provider cookies, which sends several requests to ESPN. */
export const TRY_COOKIES = countInDatabase('try-cookies', { person: per(20, HOUR), league: per(20, HOUR) })

export const TEST_EMAIL = countInDatabase('test-email', { person: per(10, HOUR) })

/** Reading a league, its history or its sheet again from their sources. */
export const REFRESH = countInDatabase('refresh', {
  person: per(60, HOUR),
  league: per(60, HOUR),
  site: per(600, HOUR),
})

export const UPLOAD_SEASONS = countInDatabase('upload-seasons', {
  person: per(120, HOUR),
  league: per(240, HOUR),
})

export const ARCHIVE = countInDatabase('archive', { person: per(40, HOUR), league: per(40, HOUR) })
