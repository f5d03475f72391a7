export type FaultArea =
  | 'rules of the domain'
  | 'access'
  | 'SQLite'
  | 'PostgreSQL'
  | 'caching'
  | 'live events'
  | 'provider translation'
  | 'forms'
  | 'offline'
  | 'keyboard and focus'
  | 'screens'

/** A mistake that somebody could make, that compiles, and that a user would notice. */
export type Fault = {
  name: string
  area: FaultArea
  /** Relative to the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Parts of the paths of tests that may notice it, which are run first. */
  tests: readonly string[]
}

const DOMAIN = 'packages/domain/src'
const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

export const FAULTS: readonly Fault[] = [
  {
    name: 'standings-points-for',
    area: 'rules of the domain',
    file: `${DOMAIN}/seasons/standings.ts`,
    find: '(b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||',
    replace: '(a.pointsFor ?? 0) - (b.pointsFor ?? 0) ||',
    tests: [`${DOMAIN}/seasons/standings`],
  },
  {
    name: 'tie-as-loss',
    area: 'rules of the domain',
    file: `${DOMAIN}/seasons/standings.ts`,
    find: '(record.wins + record.ties / 2) / games',
    replace: 'record.wins / games',
    tests: [`${DOMAIN}/seasons/standings`],
  },
  {
    name: 'luck-against-itself',
    area: 'rules of the domain',
    file: `${DOMAIN}/insights/season/all-play.ts`,
    find: 'filter((score) => score === points).length - 1',
    replace: 'filter((score) => score === points).length',
    tests: [`${DOMAIN}/insights/season/`],
  },
  {
    name: 'clinched-when-level',
    area: 'rules of the domain',
    file: `${DOMAIN}/insights/race/clinch.ts`,
    find: 'needOf(team) <= 0)',
    replace: 'needOf(team) < 0)',
    tests: [`${DOMAIN}/insights/race/`],
  },
  {
    name: 'lineup-without-own-slot',
    area: 'rules of the domain',
    file: `${DOMAIN}/rosters/best-lineup.ts`,
    find: 'player.slotId === slotId || player.eligibleSlots.includes(slotId)',
    replace: 'player.eligibleSlots.includes(slotId)',
    tests: [`${DOMAIN}/rosters/`],
  },
  {
    name: 'profit-rounded-half-up',
    area: 'rules of the domain',
    file: `${DOMAIN}/betslip/parlay.ts`,
    find: 'doubled > denominator || (doubled === denominator && whole % 2n !== 0n)',
    replace: 'doubled >= denominator',
    tests: [`${DOMAIN}/betslip/`],
  },
  {
    name: 'open-at-the-cutoff',
    area: 'rules of the domain',
    file: `${DOMAIN}/betslip/betting-week.ts`,
    find: 'if (now >= cutoffOf(week))',
    replace: 'if (now > cutoffOf(week))',
    tests: [`${DOMAIN}/betslip/`],
  },
  {
    name: 'smallest-remainder',
    area: 'rules of the domain',
    file: `${DOMAIN}/league/voting.ts`,
    find: 'remainder(b) - remainder(a)',
    replace: 'remainder(a) - remainder(b)',
    tests: [`${DOMAIN}/league/`],
  },
  {
    name: 'unchecked-deletion',
    area: 'access',
    file: `${SERVER}/auth/access.ts`,
    find: "request.method === 'GET' || request.method === 'HEAD'",
    replace: "request.method !== 'POST'",
    tests: [`${SERVER}/app/authorization-at-effect`],
  },
  {
    name: 'admin-edits-posts',
    area: 'access',
    file: `${SERVER}/features/feed/posts/text-edits.ts`,
    find: 'if (written.user_id !== author.userId || isImported)',
    replace: 'if ((written.user_id !== author.userId && !author.canRunLeague) || isImported)',
    tests: [`${SERVER}/features/feed/posts/`],
  },
  {
    name: 'dues-of-other-leagues',
    area: 'access',
    file: `${SERVER}/features/dues/dues.ts`,
    find: ".deleteFrom('dues_entries')\n        .where((eb) => eb.and({ league_id: league.id, id: params.id }))",
    replace: ".deleteFrom('dues_entries')\n        .where('id', '=', params.id)",
    tests: [`${SERVER}/features/dues/`, `${SERVER}/app/access`],
  },
  {
    name: 'staff-resets-staff',
    area: 'access',
    file: `${DOMAIN}/league/roles.ts`,
    find: 'return isSiteStaff(user) && !actor.isAdmin',
    replace: 'return user.isAdmin && !actor.isAdmin',
    tests: [`${DOMAIN}/league/roles`],
  },
  {
    name: 'token-outside-its-leagues',
    area: 'access',
    file: `${SERVER}/auth/api-tokens.ts`,
    find: '(leagueId !== null && grant.leagueIds.includes(leagueId))',
    replace: 'leagueId === null || grant.leagueIds.includes(leagueId)',
    tests: [`${SERVER}/features/accounts/api-tokens`],
  },
  {
    name: 'sqlite-versions-of-one-league',
    area: 'SQLite',
    file: `${SERVER}/database/engine/sqlite/sqlite-dialect.ts`,
    find: 'where league_id in (0, ?)',
    replace: 'where league_id = ?',
    tests: [`${SERVER}/database/engine/`, `${SERVER}/app/cached-responses`],
  },
  {
    name: 'sqlite-without-foreign-keys',
    area: 'SQLite',
    file: `${SERVER}/database/engine/sqlite/sqlite-dialect.ts`,
    find: 'pragma foreign_keys = on',
    replace: 'pragma foreign_keys = off',
    tests: [`${SERVER}/database/`, `${SERVER}/features/leagues/`],
  },
  {
    name: 'postgres-duplicates-not-recognized',
    area: 'PostgreSQL',
    file: `${SERVER}/database/engine/database-errors.ts`,
    find: "  ['23505', 'not_unique'],\n",
    replace: '',
    tests: [`${SERVER}/database/engine/`],
  },
  {
    name: 'postgres-version-of-late-commits',
    area: 'PostgreSQL',
    file: `${SERVER}/database/engine/postgres-data-version.ts`,
    find: "count(*)::text || ' ' || sum(version)::text\n",
    replace: 'max(version)::text\n',
    tests: [`${SERVER}/database/engine/`],
  },
  {
    name: 'postgres-number-as-condition',
    area: 'PostgreSQL',
    file: `${SERVER}/features/feed/items/feed-reader.ts`,
    find: '`is_listed = 1`',
    replace: '`is_listed`',
    tests: [`${SERVER}/app/two-instances`, `${SERVER}/app/upgrade`, 'store.test.ts'],
  },
  {
    name: 'cache-key-without-season',
    area: 'caching',
    file: `${SERVER}/http/response-cache.ts`,
    find: 'request.url}`',
    replace: "request.url.replace(/\\?.*/, '')}`",
    tests: [`${SERVER}/http/response-cache`, `${SERVER}/app/cached-responses`],
  },
  {
    name: 'pictures-not-checked',
    area: 'caching',
    file: `${SERVER}/features/history/history.ts`,
    find: '    request.revalidate = pictures.areCurrent\n',
    replace: '',
    tests: [`${SERVER}/features/history/`],
  },
  {
    name: 'etag-not-compared',
    area: 'caching',
    file: `${SERVER}/http/response-cache.ts`,
    find: "request.headers['if-none-match']?.includes(response.etag) === true",
    replace: "request.headers['if-none-match'] !== undefined",
    tests: [`${SERVER}/http/response-cache`, `${SERVER}/app/cached-responses`],
  },
  {
    name: 'stale-names-in-standings',
    area: 'caching',
    file: 'packages/contract/src/standings.ts',
    find: "'The standings of a season',\n  ...MEMBER_READ,\n  cache: { view: 'user', reads: ['league', 'season', 'people'] },",
    replace:
      "'The standings of a season',\n  ...MEMBER_READ,\n  cache: { view: 'user', reads: ['league', 'season'] },",
    tests: [`${SERVER}/app/cached-responses`, `${SERVER}/app/read-statements`],
  },
  {
    name: 'pin-without-event',
    area: 'live events',
    file: `${SERVER}/features/feed/items/item-changes.ts`,
    find: "    await publishItemChange(transaction, user, item, { fields: ['pinned'] })\n",
    replace: '',
    tests: [`${SERVER}/features/feed/items/`, `${SERVER}/app/live-feed`],
  },
  {
    name: 'events-of-other-leagues',
    area: 'live events',
    file: `${SERVER}/live/event-hub.ts`,
    find: 'for (const event of complete) for (const listener of listeners.get(event.leagueId) ?? []) listener(event)',
    replace: `for (const event of complete)
      for (const ofLeague of listeners.values()) for (const listener of ofLeague) listener(event)`,
    tests: [`${SERVER}/live/`, `${SERVER}/features/live/`],
  },
  {
    name: 'last-reaction-stays',
    area: 'live events',
    file: `${SERVER}/app/live-feed.ts`,
    find: "['reactions', 'media', 'mentions']",
    replace: "['media', 'mentions']",
    tests: [`${SERVER}/app/live-feed`, `${SERVER}/features/feed/posts/reactions`],
  },
  {
    name: 'betslip-not-updated',
    area: 'live events',
    file: `${WEB}/app/league/league-events.ts`,
    find: "readLater([...keysOf(['bets']), unreadQuery.queryKey])",
    replace: 'readLater([unreadQuery.queryKey])',
    tests: [`${WEB}/app/league/use-league-events`],
  },
  {
    name: 'espn-live-points-after-bye',
    area: 'provider translation',
    file: `${SERVER}/providers/espn/translate/games.ts`,
    find: "away === undefined ? !isPast(entry, context) : result === 'undecided'",
    replace: "result === 'undecided'",
    tests: [`${SERVER}/providers/espn/translate/`],
  },
  {
    name: 'espn-live-points-ignored',
    area: 'provider translation',
    file: `${SERVER}/providers/espn/translate/games.ts`,
    find: 'pointsOf(side.totalPointsLive)',
    replace: 'pointsOf(side.totalPoints)',
    tests: [`${SERVER}/providers/espn/translate/`],
  },
  {
    name: 'sleeper-week-as-period',
    area: 'provider translation',
    file: `${SERVER}/providers/sleeper/translate/games.ts`,
    find: 'weeks.filter(({ week }) => period.weeks.includes(week))',
    replace: 'weeks.filter(({ week }) => week === period.period)',
    tests: [`${SERVER}/providers/sleeper/translate/`],
  },
  {
    name: 'sleeper-co-owners-ignored',
    area: 'provider translation',
    file: `${SERVER}/providers/sleeper/translate/season.ts`,
    find: '[roster.owner_id, ...(roster.co_owners ?? [])]',
    replace: '[roster.owner_id]',
    tests: [`${SERVER}/providers/sleeper/translate/`],
  },
  {
    name: 'pick-error-hidden',
    area: 'forms',
    file: `${WEB}/features/betslip/picks/pick-entry.tsx`,
    find: 'save.isError && getNewerValues(save.error) === null',
    replace: 'save.isError && getNewerValues(save.error) !== null',
    tests: [`${WEB}/features/betslip/`],
  },
  {
    name: 'draft-lost-on-error',
    area: 'forms',
    file: `${WEB}/ui/forms/use-form.tsx`,
    find: 'onSuccess: (data) => {',
    replace: 'onSettled: (data) => {',
    tests: [`${WEB}/ui/forms/`],
  },
  {
    name: 'payment-of-nothing',
    area: 'forms',
    file: `${WEB}/features/dues/dues-table.tsx`,
    find: 'amount === null || Number(amount) === 0',
    replace: 'amount === null || Number(amount) < 0',
    tests: [`${WEB}/features/dues/`],
  },
  {
    name: 'responses-after-sign-out',
    area: 'offline',
    file: `${WEB}/service-worker/service-worker.ts`,
    find: 'event.waitUntil(Promise.all([responseCache.clear(), clearImages()]))',
    replace: 'event.waitUntil(clearImages())',
    tests: ['e2e/offline.spec', 'e2e/sign-out'],
  },
  {
    name: 'post-refused-by-proxy',
    area: 'offline',
    file: `${WEB}/features/feed/unsent/send-posts.ts`,
    find: 'status < 400 || [502, 503, 504].includes(status)',
    replace: 'status < 400 || status === 503',
    tests: [`${WEB}/features/feed/unsent/`],
  },
  {
    name: 'arrow-key-at-the-first-tab',
    area: 'keyboard and focus',
    file: `${WEB}/ui/navigation/horizontal-scroller.tsx`,
    find: 'ArrowLeft: index + last',
    replace: 'ArrowLeft: index - 1',
    tests: [`${WEB}/ui/navigation/`],
  },
  {
    name: 'dialog-not-modal',
    area: 'keyboard and focus',
    file: `${WEB}/ui/overlays/dialog.tsx`,
    find: 'if (element?.open === false) element.showModal()',
    replace: 'if (element?.open === false) element.show()',
    tests: [`${WEB}/ui/overlays/`],
  },
  {
    name: 'time-in-the-wrong-zone',
    area: 'screens',
    file: `${WEB}/features/betslip/format.ts`,
    find: "toLocaleTimeString('en', {\n    timeZone,\n",
    replace: "toLocaleTimeString('en', {\n",
    tests: [`${WEB}/features/betslip/`],
  },
  {
    name: 'no-empty-state',
    area: 'screens',
    file: `${WEB}/features/transactions/transactions-view.tsx`,
    find: 'if (transactions.length === 0)',
    replace: 'if (transactions.length === 0 && isFiltered)',
    tests: [`${WEB}/features/transactions/`],
  },
  {
    name: 'keepers-most-expensive-first',
    area: 'screens',
    file: `${WEB}/features/keepers/keepers-view.tsx`,
    find: "rule.unit === 'round' ? -cost : cost",
    replace: "rule.unit === 'price' ? -cost : cost",
    tests: [`${WEB}/features/keepers/`],
  },
]
