/** A mistake that somebody could make, that compiles, and that a user would notice. */
export type Fault = {
  name: string
  area: string
  /** Relative to the root of the repository. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Parts of the paths of tests that may notice it, which are run first. Without any, those in the folder of the file. */
  tests?: readonly string[]
}

const DOMAIN = 'packages/domain/src'
const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

const FAULTS_BY_AREA: Record<string, readonly Omit<Fault, 'area'>[]> = {
  'rules of the domain': [
    {
      name: 'standings-points-for',
      file: `${DOMAIN}/seasons/standings.ts`,
      find: '(b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||',
      replace: '(a.pointsFor ?? 0) - (b.pointsFor ?? 0) ||',
      tests: [`${DOMAIN}/seasons/standings`],
    },
    {
      name: 'tie-as-loss',
      file: `${DOMAIN}/seasons/standings.ts`,
      find: '(record.wins + record.ties / 2) / games',
      replace: 'record.wins / games',
      tests: [`${DOMAIN}/seasons/standings`],
    },
    {
      name: 'luck-against-itself',
      file: `${DOMAIN}/insights/season/luck.ts`,
      find: 'filter((score) => score === points).length - 1',
      replace: 'filter((score) => score === points).length',
    },
    {
      name: 'clinched-when-level',
      file: `${DOMAIN}/insights/race/clinch.ts`,
      find: 'needOf(team) <= 0)',
      replace: 'needOf(team) < 0)',
    },
    {
      name: 'lineup-without-own-slot',
      file: `${DOMAIN}/rosters/lineup.ts`,
      find: 'player.slotId === slotId || player.eligibleSlots.includes(slotId)',
      replace: 'player.eligibleSlots.includes(slotId)',
    },
    {
      name: 'profit-rounded-half-up',
      file: `${DOMAIN}/betslip/odds.ts`,
      find: 'doubled > denominator || (doubled === denominator && whole % 2n !== 0n)',
      replace: 'doubled >= denominator',
    },
    {
      name: 'open-at-the-cutoff',
      file: `${DOMAIN}/betslip/betting-week.ts`,
      find: 'if (now >= cutoffOf(week))',
      replace: 'if (now > cutoffOf(week))',
    },
    {
      name: 'smallest-remainder',
      file: `${DOMAIN}/league/voting.ts`,
      find: 'remainder(b) - remainder(a)',
      replace: 'remainder(a) - remainder(b)',
    },
  ],
  access: [
    {
      name: 'unchecked-deletion',
      file: `${SERVER}/auth/access.ts`,
      find: "const isRead = request.method === 'GET' || request.method === 'HEAD'",
      replace: "const isRead = request.method !== 'POST'",
      tests: [`${SERVER}/app/authorization-at-effect`],
    },
    {
      name: 'admin-edits-posts',
      file: `${SERVER}/features/feed/posts.ts`,
      find: 'if (written.user_id !== author.userId || isImported)',
      replace: 'if ((written.user_id !== author.userId && !author.canRunLeague) || isImported)',
    },
    {
      name: 'dues-of-other-leagues',
      file: `${SERVER}/features/dues/dues.ts`,
      find: ".deleteFrom('dues_entries')\n        .where((eb) => eb.and({ league_id: league.id, id: params.id }))",
      replace: ".deleteFrom('dues_entries')\n        .where('id', '=', params.id)",
      tests: [`${SERVER}/features/dues/`, `${SERVER}/app/access`],
    },
    {
      name: 'staff-resets-staff',
      file: `${DOMAIN}/league/roles.ts`,
      find: 'return isSiteStaff(user) && !actor.isAdmin',
      replace: 'return user.isAdmin && !actor.isAdmin',
      tests: [`${DOMAIN}/league/roles`],
    },
    {
      name: 'token-outside-its-leagues',
      file: `${SERVER}/auth/session-store.ts`,
      find: '(leagueId !== null && grant.leagueIds.includes(leagueId))',
      replace: 'leagueId === null || grant.leagueIds.includes(leagueId)',
      tests: [`${SERVER}/features/accounts/api-tokens`],
    },
  ],
  SQLite: [
    {
      name: 'sqlite-versions-of-one-league',
      file: `${SERVER}/database/engine/sqlite/sqlite-dialect.ts`,
      find: 'where league_id in (0, ?)',
      replace: 'where league_id = ?',
      tests: [`${SERVER}/database/engine/`, `${SERVER}/app/cached-responses`],
    },
    {
      name: 'sqlite-without-foreign-keys',
      file: `${SERVER}/database/engine/sqlite/sqlite-dialect.ts`,
      find: 'pragma foreign_keys = on',
      replace: 'pragma foreign_keys = off',
      tests: [`${SERVER}/database/`, `${SERVER}/features/leagues/`],
    },
  ],
  PostgreSQL: [
    {
      name: 'postgres-duplicates-not-recognized',
      file: `${SERVER}/database/engine/database-errors.ts`,
      find: "  ['23505', 'not_unique'],\n",
      replace: '',
    },
    {
      name: 'postgres-version-of-late-commits',
      file: `${SERVER}/database/engine/postgres.ts`,
      find: "count(*)::text || ' ' || sum(version)::text\n",
      replace: 'max(version)::text\n',
    },
    {
      name: 'postgres-number-as-condition',
      file: `${SERVER}/features/feed/feed-reader.ts`,
      find: '`is_listed = 1`',
      replace: '`is_listed`',
      tests: [`${SERVER}/app/two-instances`, `${SERVER}/app/upgrade`, `${SERVER}/features/feed/moderation`],
    },
  ],
  caching: [
    {
      name: 'cache-key-without-season',
      file: `${SERVER}/http/response-cache.ts`,
      find: 'request.url}`',
      replace: "request.url.replace(/\\?.*/, '')}`",
      tests: [`${SERVER}/http/response-cache`, `${SERVER}/app/cached-responses`],
    },
    {
      name: 'pictures-not-checked',
      file: `${SERVER}/features/history/history.ts`,
      find: '    request.revalidate = pictures.areCurrent\n',
      replace: '',
    },
    {
      name: 'etag-not-compared',
      file: `${SERVER}/http/response-cache.ts`,
      find: "request.headers['if-none-match']?.includes(response.etag) === true",
      replace: "request.headers['if-none-match'] !== undefined",
      tests: [`${SERVER}/http/response-cache`, `${SERVER}/app/cached-responses`],
    },
    {
      name: 'stale-names-in-standings',
      file: 'packages/contract/src/standings.ts',
      find: "'The standings of a season',\n  ...MEMBER_READ,\n  cache: { view: 'user', reads: ['league', 'season', 'people'] },",
      replace:
        "'The standings of a season',\n  ...MEMBER_READ,\n  cache: { view: 'user', reads: ['league', 'season'] },",
      tests: [`${SERVER}/app/cached-responses`, `${SERVER}/app/read-statements`],
    },
  ],
  'live events': [
    {
      name: 'pin-without-event',
      file: `${SERVER}/features/feed/items.ts`,
      find: "    await publishItemChange(transaction, user, item, { fields: ['pinned'] })\n",
      replace: '',
      tests: [`${SERVER}/features/feed/feed-events`],
    },
    {
      name: 'events-of-other-leagues',
      file: `${SERVER}/live/live-events.ts`,
      find: 'for (const event of complete) for (const listener of listeners.get(event.leagueId) ?? []) listener(event)',
      replace: `for (const event of complete)
      for (const ofLeague of listeners.values()) for (const listener of ofLeague) listener(event)`,
      tests: [`${SERVER}/live/`, `${SERVER}/app/live`],
    },
    {
      name: 'last-reaction-stays',
      file: `${SERVER}/app/live.ts`,
      find: "['reactions', 'media', 'mentions']",
      replace: "['media', 'mentions']",
      tests: [`${SERVER}/app/live-feed`, `${SERVER}/features/feed/reactions`],
    },
    {
      name: 'betslip-not-updated',
      file: `${WEB}/app/league/league-events.ts`,
      find: "readLater([...keysOf(['bets']), unreadQuery.queryKey])",
      replace: 'readLater([unreadQuery.queryKey])',
      tests: [`${WEB}/app/league/use-league-events`],
    },
  ],
  'provider translation': [
    {
      name: 'espn-live-points-after-bye',
      file: `${SERVER}/providers/espn/games.ts`,
      find: "away === undefined ? !isPast(entry, context) : result === 'undecided'",
      replace: "result === 'undecided'",
    },
    {
      name: 'espn-live-points-ignored',
      file: `${SERVER}/providers/espn/games.ts`,
      find: 'pointsOf(side.totalPointsLive)',
      replace: 'pointsOf(side.totalPoints)',
    },
    {
      name: 'sleeper-week-as-period',
      file: `${SERVER}/providers/sleeper/season.ts`,
      find: 'weeks.filter(({ week }) => period.weeks.includes(week))',
      replace: 'weeks.filter(({ week }) => week === period.period)',
    },
    {
      name: 'sleeper-co-owners-ignored',
      file: `${SERVER}/providers/sleeper/season.ts`,
      find: '[roster.owner_id, ...(roster.co_owners ?? [])]',
      replace: '[roster.owner_id]',
    },
  ],
  forms: [
    {
      name: 'pick-error-hidden',
      file: `${WEB}/features/betslip/pick-entry.tsx`,
      find: 'save.isError && getNewerValues(save.error) === null',
      replace: 'save.isError && getNewerValues(save.error) !== null',
      tests: [`${WEB}/features/betslip/`],
    },
    {
      name: 'draft-lost-on-error',
      file: `${WEB}/ui/forms/use-form.tsx`,
      find: 'onSuccess: (data) => {',
      replace: 'onSettled: (data) => {',
    },
    {
      name: 'payment-of-nothing',
      file: `${WEB}/features/dues/dues-view.tsx`,
      find: 'amount === null || Number(amount) === 0',
      replace: 'amount === null || Number(amount) < 0',
    },
  ],
  offline: [
    {
      name: 'responses-after-sign-out',
      file: `${WEB}/service-worker/service-worker.ts`,
      find: 'event.waitUntil(Promise.all([responseCache.clear(), clearImages()]))',
      replace: 'event.waitUntil(clearImages())',
      tests: ['e2e/offline.spec', 'e2e/sign-out'],
    },
    {
      name: 'post-refused-by-proxy',
      file: `${WEB}/features/feed/unsent/send-posts.ts`,
      find: 'status < 400 || [502, 503, 504].includes(status)',
      replace: 'status < 400 || status === 503',
    },
  ],
  'keyboard and focus': [
    {
      name: 'arrow-key-at-the-first-tab',
      file: `${WEB}/ui/navigation/tabs.tsx`,
      find: 'ArrowLeft: index + last',
      replace: 'ArrowLeft: index - 1',
    },
    {
      name: 'dialog-not-modal',
      file: `${WEB}/ui/overlays/dialog.tsx`,
      find: 'if (element?.open === false) element.showModal()',
      replace: 'if (element?.open === false) element.show()',
    },
  ],
  screens: [
    {
      name: 'time-in-the-wrong-zone',
      file: `${WEB}/features/betslip/use-bets.ts`,
      find: "toLocaleTimeString('en', {\n    timeZone,\n",
      replace: "toLocaleTimeString('en', {\n",
    },
    {
      name: 'no-empty-state',
      file: `${WEB}/features/transactions/transactions-view.tsx`,
      find: 'if (transactions.length === 0)',
      replace: 'if (transactions.length === 0 && isFiltered)',
    },
    {
      name: 'keepers-most-expensive-first',
      file: `${WEB}/features/keepers/keepers-view.tsx`,
      find: "rule.unit === 'round' ? -cost : cost",
      replace: "rule.unit === 'price' ? -cost : cost",
    },
  ],
}

export const FAULTS: readonly Fault[] = Object.entries(FAULTS_BY_AREA).flatMap(([area, faults]) =>
  faults.map((fault) => ({ ...fault, area })),
)
