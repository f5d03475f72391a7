/** What requests are counted by. An address is an IPv4 address or the /64 network of an IPv6 address. */
export const LIMIT_SCOPES = ['person', 'league', 'address', 'site'] as const

export type LimitScope = (typeof LIMIT_SCOPES)[number]

export type Limit = { requests: number; seconds: number }

/**
 * How often an operation may be used. Operations with the same limits are counted together. A limit of the site counts
 * only requests that have succeeded. It needs one for each person or address besides, which shrinks while the site's
 * is used up, so that nobody can use up what others need.
 */
export type Limits = { [Scope in LimitScope]?: Limit } & {
  /** Part of the counters' names, and of the headers of a 429 response. */
  name: string
  /**
   * Whether all processes count together, in the database. Otherwise each counts in memory, which is enough
   * where the only cost is that of the process itself.
   */
  isShared: boolean
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Reading what is stored. A league of twelve behind one address may read 40 times a second. */
export const READ = {
  name: 'read',
  isShared: false,
  person: { requests: 1200, seconds: MINUTE },
  address: { requests: 6000, seconds: MINUTE },
} as const satisfies Limits

/** Simulating the rest of a season with other results, which takes about a tenth of a second of one core. */
export const WHAT_IF = {
  name: 'what-if',
  isShared: false,
  person: { requests: 120, seconds: MINUTE },
  site: { requests: 600, seconds: MINUTE },
} as const satisfies Limits

export const WRITE = {
  name: 'write',
  isShared: false,
  person: { requests: 240, seconds: MINUTE },
  league: { requests: 2400, seconds: MINUTE },
  address: { requests: 2400, seconds: MINUTE },
} as const satisfies Limits

/** Checking a password or a link, in addition to the limits for failed attempts. */
export const SIGN_IN = {
  name: 'sign-in',
  isShared: false,
  address: { requests: 300, seconds: MINUTE },
} as const satisfies Limits

/**
 * Liking and unliking: as often as reacting with an emoji. Counted in memory, because likes are the most frequent
 * changes.
 */
export const LIKE = {
  name: 'like',
  isShared: false,
  person: { requests: 200, seconds: 10 * MINUTE },
  league: { requests: 2400, seconds: MINUTE },
  address: { requests: 2400, seconds: MINUTE },
} as const satisfies Limits

/** Starting to sign in with a provider, which costs nobody anything: counted with the sign-ins of the address only. */
export const START_PROVIDER_SIGN_IN = {
  name: 'provider-sign-in',
  isShared: true,
  address: { requests: 100, seconds: 15 * MINUTE },
} as const satisfies Limits

/** Signing in with a provider, which sends requests to it. */
export const PROVIDER_SIGN_IN = {
  ...START_PROVIDER_SIGN_IN,
  site: { requests: 1000, seconds: 15 * MINUTE },
} as const satisfies Limits

/** Creating accounts. A whole league may register behind one address in an evening. */
export const REGISTER = {
  name: 'register',
  isShared: true,
  address: { requests: 60, seconds: HOUR },
  site: { requests: 600, seconds: HOUR },
} as const satisfies Limits

/** Reading what an invite link offers. A whole league may open it behind one address in an evening. */
export const READ_INVITE = {
  name: 'read-invite',
  isShared: false,
  address: { requests: 120, seconds: MINUTE },
} as const satisfies Limits

export const ACCEPT_INVITE = {
  name: 'accept-invite',
  isShared: true,
  person: { requests: 30, seconds: HOUR },
  address: { requests: 120, seconds: HOUR },
} as const satisfies Limits

/** Creating leagues, each of which is refreshed from then on. */
export const CREATE_LEAGUE = {
  name: 'create-league',
  isShared: true,
  person: { requests: 30, seconds: HOUR },
  site: { requests: 300, seconds: HOUR },
} as const satisfies Limits

/** Looking at a league before it is created, which sends up to about a dozen requests to ESPN. */
export const PREVIEW_LEAGUE = {
  name: 'preview-league',
  isShared: true,
  person: { requests: 30, seconds: HOUR },
  site: { requests: 120, seconds: HOUR },
} as const satisfies Limits

/** Looking up the leagues of a person, which sends two requests to the provider. */
export const FIND_LEAGUES = {
  name: 'find-leagues',
  isShared: false,
  person: { requests: 60, seconds: HOUR },
  site: { requests: 300, seconds: HOUR },
} as const satisfies Limits

/**
 * Player news, which may ask their sources. The page asks once an hour. Counted in memory, because a count in the
 * database would end all cached responses.
 */
export const NEWS = {
  name: 'news',
  isShared: false,
  person: { requests: 60, seconds: 10 * MINUTE },
  address: { requests: 600, seconds: 10 * MINUTE },
} as const satisfies Limits

/** Trying provider cookies, which sends several requests to ESPN. */
export const TRY_COOKIES = {
  name: 'try-cookies',
  isShared: true,
  person: { requests: 20, seconds: HOUR },
  league: { requests: 20, seconds: HOUR },
} as const satisfies Limits

export const TEST_EMAIL = {
  name: 'test-email',
  isShared: true,
  person: { requests: 10, seconds: HOUR },
} as const satisfies Limits

/** Reading a league, its history or its sheet again from their sources. */
export const REFRESH = {
  name: 'refresh',
  isShared: true,
  person: { requests: 60, seconds: HOUR },
  league: { requests: 60, seconds: HOUR },
  site: { requests: 600, seconds: HOUR },
} as const satisfies Limits

export const UPLOAD_SEASONS = {
  name: 'upload-seasons',
  isShared: true,
  person: { requests: 120, seconds: HOUR },
  league: { requests: 240, seconds: HOUR },
} as const satisfies Limits

export const ARCHIVE = {
  name: 'archive',
  isShared: true,
  person: { requests: 40, seconds: HOUR },
  league: { requests: 40, seconds: HOUR },
} as const satisfies Limits
