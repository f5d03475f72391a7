import {
  withLongNames,
  withOwners,
  withoutPicks,
  withoutTeams,
  withRunningWork,
  withTeams,
  withWebhook,
} from './response-changes.mjs'

/**
 * @typedef {import('playwright').Page} Page
 * @typedef {'greta' | 'nell' | 'petra' | null} Username
 * @typedef {object} Scene one state of one screen
 * @property {string} screen the name of a route, or of a tab of the league
 * @property {string} state
 * @property {Username} username is signed in
 * @property {'The Gridiron Supper Club' | 'Empty Chairs' | null} league
 * @property {RegExp} [pendingRequests] calls that are never answered
 * @property {RegExp} [failingRequests] calls that fail
 * @property {import('./response-changes.mjs').ResponseChange} [change]
 * @property {boolean} [hasWorker] whether the page gets its service worker
 * @property {(page: Page) => Promise<unknown>} [prepare] what is done before the page is opened
 * @property {(page: Page) => Promise<void>} [act] what is done before the pictures are taken
 * @property {(page: Page) => Promise<void>} [actAtSize] what is done again at each size, where the layout has it
 */

const DEMO_LEAGUE = 'The Gridiron Supper Club'
/** A league of which nothing was ever read. */
export const EMPTY_LEAGUE = 'Empty Chairs'

/** The call on which a tab waits. */
const TAB_REQUESTS = {
  overview: /\/(?:social\/feed|me\/matchup)\//,
  'league social': /\/social\/feed\//,
  standings: /\/standings\//,
  roster: /\/me\/roster\//,
  scoreboard: /\/scoreboard\//,
  matchup: /\/me\/matchup\//,
  history: /\/history\/$/,
  betslip: /\/bets\//,
}

/** @type {(page: Page, name: string | RegExp) => Promise<void>} */
const clickButton = (page, name) => page.getByRole('button', { name }).first().click()
/** @type {(page: Page, name: string) => Promise<void>} */
const selectTab = (page, name) => page.getByRole('tab', { name, exact: true }).click()

/** @type {(screen: string, state: string, more?: Partial<Scene>) => Scene} */
const createScene = (screen, state, more = {}) => ({
  screen,
  state,
  username: 'greta',
  league: DEMO_LEAGUE,
  ...more,
})

/** @type {readonly Scene[]} every tab in each of its states */
const TAB_STATES = Object.entries(TAB_REQUESTS).flatMap(([tab, calls]) => [
  createScene(tab, 'full'),
  createScene(tab, 'loading', { pendingRequests: calls }),
  createScene(tab, 'error', { failingRequests: calls }),
  ...(tab === 'betslip' ? [] : [createScene(tab, 'empty', { league: EMPTY_LEAGUE })]),
  createScene(tab, 'long names', { change: withLongNames }),
])

/** @type {readonly Scene[]} */
const TEAM_COUNTS = ['overview', 'standings', 'scoreboard'].flatMap((tab) => [
  createScene(tab, 'forty teams', { change: withTeams(40) }),
  createScene(tab, 'one team', { change: withTeams(1) }),
])

/** @type {readonly Scene[]} what opens on a tab */
const TAB_INTERACTIONS = [
  createScene('league social', 'proposal', { act: (page) => selectTab(page, 'Proposal') }),
  createScene('league social', 'media', { act: (page) => selectTab(page, 'Media') }),
  createScene('league social', 'viewer', { act: (page) => clickButton(page, /^Open image/) }),
  createScene('league social', 'comments', { act: openComments }),
  createScene('league social', 'uploads', { pendingRequests: /\/social\/media\/$/, act: uploadFiles }),
  createScene('standings', 'team unfolded', { actAtSize: expandFirstTeam }),
  createScene('standings', 'crash', { change: withoutTeams }),
  createScene('scoreboard', 'win chance', {
    act: (page) => clickButton(page, 'How the win chance is estimated'),
  }),
  createScene('matchup', 'win chance', {
    act: (page) => clickButton(page, 'How the win chance is estimated'),
  }),
  createScene('roster', 'no team', { username: 'nell' }),
  createScene('overview', 'no team', { username: 'nell' }),
  createScene('history', 'owner', { act: (page) => clickButton(page, 'Dov Pepperell') }),
  createScene('history', 'forty owners', { change: withOwners(40) }),
  createScene('history', 'admin', { act: openHistoryAdmin }),
  createScene('history', 'admin, long names', { change: withLongNames, act: openHistoryAdmin }),
  createScene('history', 'backfill', { change: withRunningWork, act: openHistoryAdmin }),
  createScene('betslip', 'everything unfolded', { act: expandAll }),
  createScene('betslip', 'no picks', { change: withoutPicks, act: expandAll }),
  createScene('betslip', 'locked', { act: openFirstWeek }),
  // Last, because they stay in the feed.
  createScene('league social', 'new items', { act: postFromOtherDevice }),
]

/** @type {readonly Scene[]} */
const SIGN_IN = [
  createScene('login', 'plain', { username: null, league: null }),
  createScene('login', 'error', {
    username: null,
    league: null,
    async act(page) {
      const form = page.getByRole('form', { name: 'Sign in' })
      await form.getByLabel('Username').fill('nobody')
      await form.getByLabel('Password').fill('nothing')
      await clickButton(page, 'Sign in')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  createScene('login', 'forgotten', {
    username: null,
    league: null,
    act: (page) => clickButton(page, 'Forgot password?'),
  }),
  createScene('login', 'code', {
    username: null,
    league: null,
    act: (page) => clickButton(page, 'I have a reset code'),
  }),
  createScene('register', 'player', {
    username: null,
    league: null,
    act: (page) => clickButton(page, /Create one/),
  }),
  createScene('register', 'admin', {
    username: null,
    league: null,
    async act(page) {
      await clickButton(page, /Create one/)
      await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    },
  }),
]

/** @type {readonly Scene[]} what the forms say once they were sent */
const SIGN_IN_RESULTS = [
  createScene('login', 'link sent', {
    username: null,
    league: null,
    async act(page) {
      await clickButton(page, 'Forgot password?')
      await page.getByLabel('Username or email').fill('nobody')
      await clickButton(page, 'Send reset link')
      await page.getByRole('status').or(page.getByRole('alert')).first().waitFor()
    },
  }),
  createScene('login', 'code refused', {
    username: null,
    league: null,
    async act(page) {
      await clickButton(page, 'I have a reset code')
      const form = page.getByRole('form', { name: 'Reset password' })
      await form.getByLabel('UID').fill('bm9ib2R5')
      await form.getByLabel('Token').fill('nothing')
      await form.getByLabel('New password').fill('short')
      await clickButton(page, 'Set new password')
      await form.getByRole('alert').first().waitFor()
    },
  }),
  createScene('register', 'refused', {
    username: null,
    league: null,
    async act(page) {
      await clickButton(page, /Create one/)
      const form = page.getByRole('form', { name: 'Create account' })
      for (const label of ['First name', 'Last name']) await form.getByLabel(label).fill('Greta')
      await form.getByLabel('Username').fill('greta')
      await form.getByLabel('Email').fill('greta@league.example')
      await form.getByLabel('Password').fill('short')
      await clickButton(page, 'Create account')
      await form.getByRole('alert').first().waitFor()
    },
  }),
]

/** @type {(permission: NotificationPermission) => (page: Page) => Promise<unknown>} */
const withPermission = (permission) => (page) =>
  page.addInitScript((value) => {
    Object.defineProperty(Notification, 'permission', { get: () => value })
    Notification.requestPermission = async () => 'denied'
  }, permission)

/** @type {readonly Scene[]} how push stands, and what is chosen beside it */
const NOTIFICATIONS = [
  createScene('account', 'push possible', { league: null, prepare: withPermission('default') }),
  createScene('account', 'push refused', {
    league: null,
    prepare: withPermission('default'),
    async act(page) {
      await clickButton(page, 'Turn on')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  createScene('account', 'push denied', { league: null, prepare: withPermission('denied') }),
  createScene('account', 'push unsupported', {
    league: null,
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager')),
  }),
  createScene('account', 'quiet hours', {
    league: null,
    prepare: withPermission('default'),
    act: (page) => page.getByRole('checkbox', { name: 'Quiet hours' }).check(),
  }),
  createScene('account', 'wrong password', {
    league: null,
    async act(page) {
      const form = page.getByRole('form', { name: 'Name and email' })
      await form.getByLabel('Email').fill('greta@league.example')
      await form.getByLabel('Current password').fill('not-the-password')
      await clickButton(page, 'Save')
      await page.getByRole('alert').first().waitFor()
    },
  }),
]

/** @type {readonly Scene[]} what concerns the page as a whole */
const BANNERS = [
  createScene('overview', 'unreachable', { prepare: respondFromCache }),
  createScene('dashboard', 'unreachable', { league: null, prepare: respondFromCache }),
  createScene('standings', 'new version', { hasWorker: true, act: offerNewVersion }),
  createScene('standings', 'unreachable and new version', {
    hasWorker: true,
    prepare: respondFromCache,
    act: offerNewVersion,
  }),
]

/** @type {readonly Scene[]} */
const APP_SHELL = [
  createScene('dashboard', 'splash', { league: null, pendingRequests: /\/api\/whoami\// }),
  createScene('dashboard', 'full', { league: null }),
  createScene('dashboard', 'loading', { league: null, pendingRequests: /\/user-leagues\// }),
  createScene('dashboard', 'error', { league: null, failingRequests: /\/user-leagues\// }),
  createScene('dashboard', 'empty', { username: 'petra', league: null }),
  createScene('dashboard', 'menu', { league: null, act: (page) => clickButton(page, 'Open menu') }),
  createScene('dashboard', 'join request', {
    username: 'petra',
    league: null,
    act: (page) => clickButton(page, 'See your requests'),
  }),
  createScene('select-league', 'full', { league: null }),
  createScene('select-league', 'empty', { username: 'petra', league: null }),
  createScene('admin', 'full'),
  createScene('admin', 'everything unfolded', { act: expandAll }),
  createScene('admin', 'at work', { change: withRunningWork, act: expandAll }),
  createScene('admin', 'webhook', { change: withWebhook, act: expandAll }),
  createScene('admin', 'not an admin', { username: 'nell', act: expandAll }),
  createScene('admin', 'loading', { pendingRequests: /\/api\/(?!whoami|csrf|user-leagues)/ }),
  createScene('admin', 'error', {
    failingRequests: /\/api\/(?!whoami|csrf|user-leagues|leagues\/$)/,
    act: expandAll,
  }),
  createScene('admin', 'no list of leagues', { failingRequests: /\/api\/leagues\/$/ }),
  createScene('admin', 'long names', { change: withLongNames, act: expandAll }),
  createScene('account', 'full', { league: null }),
  createScene('account', 'loading', {
    league: null,
    pendingRequests: /\/(?:account|sessions|notifications)\//,
  }),
  createScene('account', 'error', {
    league: null,
    failingRequests: /\/(?:account|sessions|notifications)\//,
  }),
  createScene('league', 'loading', { pendingRequests: /\/meta\/|\/snapshot\// }),
  createScene('league', 'error', { failingRequests: /\/meta\/|\/snapshot\/|\/standings\// }),
]

/** @type {readonly Scene[]} */
const EARLIER_PERIODS = ['scoreboard', 'matchup'].flatMap((tab) => [
  createScene(tab, 'earlier week', { act: (page) => clickButton(page, 'Earlier week') }),
  createScene(tab, 'earlier season', {
    act: async (page) => void (await page.getByLabel('Season').selectOption({ index: 1 })),
  }),
])

/** Every screen in every state, in the order of the index. */
export const SCENES = [
  ...SIGN_IN,
  ...SIGN_IN_RESULTS,
  ...APP_SHELL,
  ...NOTIFICATIONS,
  ...BANNERS,
  ...TAB_STATES,
  ...TEAM_COUNTS,
  ...EARLIER_PERIODS,
  ...TAB_INTERACTIONS,
]

/** @param {Page} page */
async function expandAll(page) {
  const folded = page.locator('details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

/** As if a service worker answered in the place of the server. @param {Page} page */
async function respondFromCache(page) {
  await page.route(/\/api\/(?!.*\/events\/)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-from-cache-at': '2026-01-04T18:05:00.000Z' }
    return route.fulfill({ response, headers })
  })
}

/** As if another worker took over twice: the first is no new version. @param {Page} page */
async function offerNewVersion(page) {
  const offered = page.getByText('A new version is here.')
  while (!(await offered.isVisible())) {
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))
    await page.waitForTimeout(100)
  }
}

/** Only the layout of a phone folds a team. @param {Page} page */
async function expandFirstTeam(page) {
  const first = page.getByRole('row').getByRole('button', { expanded: false }).first()
  if (await first.isVisible()) await first.click()
}

/** @param {Page} page */
async function openHistoryAdmin(page) {
  await clickButton(page, 'Admin')
  await page.getByRole('form', { name: 'Backfill' }).waitFor()
  await expandAll(page)
}

/** @param {Page} page */
async function openFirstWeek(page) {
  await clickButton(page, /^W1/)
  await page.getByRole('heading', { name: 'Week 1 pick' }).waitFor()
}

/** @param {Page} page */
async function openComments(page) {
  await clickButton(page, /^Comment, [1-9]/)
  await page.getByRole('textbox', { name: /comment/i }).waitFor()
}

/** One is on its way, one is refused, one has a name without a place to break. @param {Page} page */
async function uploadFiles(page) {
  const picture = await page.screenshot({ type: 'png', clip: { x: 160, y: 0, width: 80, height: 60 } })
  const files = ['draft-night.png', `${'sunday-at-the-long-table-'.repeat(5)}.png`, 'wings.png']
  await selectTab(page, 'Media')
  const chooser = page.getByLabel(/Choose images and videos/)
  await chooser.setInputFiles([
    ...files.map((name) => ({ name, mimeType: 'image/png', buffer: picture })),
    { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await clickButton(page, /^Share/)
  await chooser.setInputFiles([{ name: 'not-yet.png', mimeType: 'image/png', buffer: picture }])
}

/** As if somebody posted on another device. @param {Page} page */
async function postFromOtherDevice(page) {
  const league = `/api/league/${encodeURIComponent(DEMO_LEAGUE)}`
  const { origin } = new URL(page.url())
  const { csrfToken } = await (await page.request.get(`${origin}/api/csrf/`)).json()
  await page.request.post(`${origin}${league}/social/posts/`, {
    data: { content: 'Who brings the wings on Sunday?' },
    headers: { 'X-CSRFToken': csrfToken },
  })
  await page.getByRole('button', { name: '1 new item' }).waitFor()
}
