import {
  withLongNames,
  withOwners,
  withoutPicks,
  withoutTeams,
  withRunningWork,
  withTeams,
  withWebhook,
} from './answers.mjs'

/**
 * @typedef {import('playwright').Page} Page
 * @typedef {'greta' | 'nell' | 'petra' | null} Who
 * @typedef {object} Scene one state of one screen
 * @property {string} screen the name of a route, or of a tab of the league
 * @property {string} state
 * @property {Who} who is signed in
 * @property {'The Gridiron Supper Club' | 'Empty Chairs' | null} league
 * @property {RegExp} [waits] calls that are never answered
 * @property {RegExp} [fails] calls that fail
 * @property {import('./answers.mjs').Change} [change]
 * @property {boolean} [hasWorker] whether the page gets its service worker
 * @property {(page: Page) => Promise<unknown>} [prepare] what is done before the page is opened
 * @property {(page: Page) => Promise<void>} [act] what is done before the pictures are taken
 * @property {(page: Page) => Promise<void>} [actAtSize] what is done again at each size, where the layout has it
 */

const FULL = 'The Gridiron Supper Club'
/** A league of which nothing was ever read. */
export const EMPTY = 'Empty Chairs'

/** The call on which a tab waits. */
const CALLS = {
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
const press = (page, name) => page.getByRole('button', { name }).first().click()
/** @type {(page: Page, name: string) => Promise<void>} */
const choose = (page, name) => page.getByRole('tab', { name, exact: true }).click()

/** @type {(screen: string, state: string, more?: Partial<Scene>) => Scene} */
const scene = (screen, state, more = {}) => ({ screen, state, who: 'greta', league: FULL, ...more })

/** @type {readonly Scene[]} every tab in each of its states */
const TABS = Object.entries(CALLS).flatMap(([tab, calls]) => [
  scene(tab, 'full'),
  scene(tab, 'loading', { waits: calls }),
  scene(tab, 'error', { fails: calls }),
  ...(tab === 'betslip' ? [] : [scene(tab, 'empty', { league: EMPTY })]),
  scene(tab, 'long names', { change: withLongNames }),
])

/** @type {readonly Scene[]} */
const SIZES = ['overview', 'standings', 'scoreboard'].flatMap((tab) => [
  scene(tab, 'forty teams', { change: withTeams(40) }),
  scene(tab, 'one team', { change: withTeams(1) }),
])

/** @type {readonly Scene[]} what opens on a tab */
const OPENED = [
  scene('league social', 'proposal', { act: (page) => choose(page, 'Proposal') }),
  scene('league social', 'media', { act: (page) => choose(page, 'Media') }),
  scene('league social', 'viewer', { act: (page) => press(page, /^Open image/) }),
  scene('league social', 'comments', { act: openComments }),
  scene('league social', 'uploads', { waits: /\/social\/media\/$/, act: shareFiles }),
  scene('standings', 'team unfolded', { actAtSize: unfoldFirstTeam }),
  scene('standings', 'crash', { change: withoutTeams }),
  scene('scoreboard', 'win chance', { act: (page) => press(page, 'How the win chance is estimated') }),
  scene('matchup', 'win chance', { act: (page) => press(page, 'How the win chance is estimated') }),
  scene('roster', 'no team', { who: 'nell' }),
  scene('overview', 'no team', { who: 'nell' }),
  scene('history', 'owner', { act: (page) => press(page, 'Dov Pepperell') }),
  scene('history', 'forty owners', { change: withOwners(40) }),
  scene('history', 'admin', { act: openHistoryAdmin }),
  scene('history', 'admin, long names', { change: withLongNames, act: openHistoryAdmin }),
  scene('history', 'backfill', { change: withRunningWork, act: openHistoryAdmin }),
  scene('betslip', 'everything unfolded', { act: unfold }),
  scene('betslip', 'no picks', { change: withoutPicks, act: unfold }),
  scene('betslip', 'locked', { act: openFirstWeek }),
  // Last, because they stay in the feed.
  scene('league social', 'new items', { act: postElsewhere }),
]

/** @type {readonly Scene[]} */
const WAY_IN = [
  scene('login', 'plain', { who: null, league: null }),
  scene('login', 'error', {
    who: null,
    league: null,
    async act(page) {
      const form = page.getByRole('form', { name: 'Sign in' })
      await form.getByLabel('Username').fill('nobody')
      await form.getByLabel('Password').fill('nothing')
      await press(page, 'Sign in')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  scene('login', 'forgotten', { who: null, league: null, act: (page) => press(page, 'Forgot password?') }),
  scene('login', 'code', { who: null, league: null, act: (page) => press(page, 'I have a reset code') }),
  scene('register', 'player', { who: null, league: null, act: (page) => press(page, /Create one/) }),
  scene('register', 'admin', {
    who: null,
    league: null,
    async act(page) {
      await press(page, /Create one/)
      await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    },
  }),
]

/** @type {readonly Scene[]} what the forms say once they were sent */
const WAY_IN_SENT = [
  scene('login', 'link sent', {
    who: null,
    league: null,
    async act(page) {
      await press(page, 'Forgot password?')
      await page.getByLabel('Username or email').fill('nobody')
      await press(page, 'Send reset link')
      await page.getByRole('status').or(page.getByRole('alert')).first().waitFor()
    },
  }),
  scene('login', 'code refused', {
    who: null,
    league: null,
    async act(page) {
      await press(page, 'I have a reset code')
      const form = page.getByRole('form', { name: 'Reset password' })
      await form.getByLabel('UID').fill('bm9ib2R5')
      await form.getByLabel('Token').fill('nothing')
      await form.getByLabel('New password').fill('short')
      await press(page, 'Set new password')
      await form.getByRole('alert').first().waitFor()
    },
  }),
  scene('register', 'refused', {
    who: null,
    league: null,
    async act(page) {
      await press(page, /Create one/)
      const form = page.getByRole('form', { name: 'Create account' })
      for (const label of ['First name', 'Last name']) await form.getByLabel(label).fill('Greta')
      await form.getByLabel('Username').fill('greta')
      await form.getByLabel('Email').fill('greta@league.example')
      await form.getByLabel('Password').fill('short')
      await press(page, 'Create account')
      await form.getByRole('alert').first().waitFor()
    },
  }),
]

/** @type {(permission: NotificationPermission) => (page: Page) => Promise<unknown>} */
const allowing = (permission) => (page) =>
  page.addInitScript((value) => {
    Object.defineProperty(Notification, 'permission', { get: () => value })
    Notification.requestPermission = async () => 'denied'
  }, permission)

/** @type {readonly Scene[]} how push stands, and what is chosen beside it */
const NOTIFICATIONS = [
  scene('account', 'push possible', { league: null, prepare: allowing('default') }),
  scene('account', 'push refused', {
    league: null,
    prepare: allowing('default'),
    async act(page) {
      await press(page, 'Turn on')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  scene('account', 'push denied', { league: null, prepare: allowing('denied') }),
  scene('account', 'push unsupported', {
    league: null,
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager')),
  }),
  scene('account', 'quiet hours', {
    league: null,
    prepare: allowing('default'),
    act: (page) => page.getByRole('checkbox', { name: 'Quiet hours' }).check(),
  }),
  scene('account', 'wrong password', {
    league: null,
    async act(page) {
      const form = page.getByRole('form', { name: 'Name and email' })
      await form.getByLabel('Email').fill('greta@league.example')
      await form.getByLabel('Current password').fill('not-the-password')
      await press(page, 'Save')
      await page.getByRole('alert').first().waitFor()
    },
  }),
]

/** @type {readonly Scene[]} what concerns the page as a whole */
const BULLETINS = [
  scene('overview', 'unreachable', { prepare: answeringFromStore }),
  scene('dashboard', 'unreachable', { league: null, prepare: answeringFromStore }),
  scene('standings', 'new version', { hasWorker: true, act: offerNewVersion }),
  scene('standings', 'unreachable and new version', {
    hasWorker: true,
    prepare: answeringFromStore,
    act: offerNewVersion,
  }),
]

/** @type {readonly Scene[]} */
const SHELL = [
  scene('dashboard', 'splash', { league: null, waits: /\/api\/whoami\// }),
  scene('dashboard', 'full', { league: null }),
  scene('dashboard', 'loading', { league: null, waits: /\/user-leagues\// }),
  scene('dashboard', 'error', { league: null, fails: /\/user-leagues\// }),
  scene('dashboard', 'empty', { who: 'petra', league: null }),
  scene('dashboard', 'menu', { league: null, act: (page) => press(page, 'Open menu') }),
  scene('dashboard', 'join request', {
    who: 'petra',
    league: null,
    act: (page) => press(page, 'See your requests'),
  }),
  scene('select-league', 'full', { league: null }),
  scene('select-league', 'empty', { who: 'petra', league: null }),
  scene('admin', 'full'),
  scene('admin', 'everything unfolded', { act: unfold }),
  scene('admin', 'at work', { change: withRunningWork, act: unfold }),
  scene('admin', 'webhook', { change: withWebhook, act: unfold }),
  scene('admin', 'not an admin', { who: 'nell', act: unfold }),
  scene('admin', 'loading', { waits: /\/api\/(?!whoami|csrf|user-leagues)/ }),
  scene('admin', 'error', { fails: /\/api\/(?!whoami|csrf|user-leagues|leagues\/$)/, act: unfold }),
  scene('admin', 'no list of leagues', { fails: /\/api\/leagues\/$/ }),
  scene('admin', 'long names', { change: withLongNames, act: unfold }),
  scene('account', 'full', { league: null }),
  scene('account', 'loading', { league: null, waits: /\/(?:account|sessions|notifications)\// }),
  scene('account', 'error', { league: null, fails: /\/(?:account|sessions|notifications)\// }),
  scene('league', 'loading', { waits: /\/meta\/|\/snapshot\// }),
  scene('league', 'error', { fails: /\/meta\/|\/snapshot\/|\/standings\// }),
]

/** @type {readonly Scene[]} */
const EARLIER = ['scoreboard', 'matchup'].flatMap((tab) => [
  scene(tab, 'earlier week', { act: (page) => press(page, 'Earlier week') }),
  scene(tab, 'earlier season', {
    act: async (page) => void (await page.getByLabel('Season').selectOption({ index: 1 })),
  }),
])

/** Every screen in every state, in the order of the index. */
export const SCENES = [
  ...WAY_IN,
  ...WAY_IN_SENT,
  ...SHELL,
  ...NOTIFICATIONS,
  ...BULLETINS,
  ...TABS,
  ...SIZES,
  ...EARLIER,
  ...OPENED,
]

/** @param {Page} page */
async function unfold(page) {
  const folded = page.locator('details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

/** As if a service worker answered in the place of the server. @param {Page} page */
async function answeringFromStore(page) {
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
async function unfoldFirstTeam(page) {
  const first = page.getByRole('row').getByRole('button', { expanded: false }).first()
  if (await first.isVisible()) await first.click()
}

/** @param {Page} page */
async function openHistoryAdmin(page) {
  await press(page, 'Admin')
  await page.getByRole('form', { name: 'Backfill' }).waitFor()
  await unfold(page)
}

/** @param {Page} page */
async function openFirstWeek(page) {
  await press(page, /^W1/)
  await page.getByRole('heading', { name: 'Week 1 pick' }).waitFor()
}

/** @param {Page} page */
async function openComments(page) {
  await press(page, /^Comment, [1-9]/)
  await page.getByRole('textbox', { name: /comment/i }).waitFor()
}

/** One is on its way, one is refused, one has a name without a place to break. @param {Page} page */
async function shareFiles(page) {
  const picture = await page.screenshot({ type: 'png', clip: { x: 160, y: 0, width: 80, height: 60 } })
  const files = ['draft-night.png', `${'sunday-at-the-long-table-'.repeat(5)}.png`, 'wings.png']
  await choose(page, 'Media')
  const chooser = page.getByLabel(/Choose images and videos/)
  await chooser.setInputFiles([
    ...files.map((name) => ({ name, mimeType: 'image/png', buffer: picture })),
    { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await press(page, /^Share/)
  await chooser.setInputFiles([{ name: 'not-yet.png', mimeType: 'image/png', buffer: picture }])
}

/** As if somebody posted on another device. @param {Page} page */
async function postElsewhere(page) {
  const league = `/api/league/${encodeURIComponent(FULL)}`
  const { origin } = new URL(page.url())
  const { csrfToken } = await (await page.request.get(`${origin}/api/csrf/`)).json()
  await page.request.post(`${origin}${league}/social/posts/`, {
    data: { content: 'Who brings the wings on Sunday?' },
    headers: { 'X-CSRFToken': csrfToken },
  })
  await page.getByRole('button', { name: '1 new item' }).waitFor()
}
