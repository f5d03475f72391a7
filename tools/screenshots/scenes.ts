import type { Page } from 'playwright'
import {
  clickButton,
  createScene,
  expandAll,
  expandFirstTeam,
  offerNewVersion,
  openComments,
  openFirstWeek,
  openHistoryAdmin,
  postFromOtherDevice,
  respondFromCache,
  type Scene,
  selectTab,
  uploadFiles,
  withLongNames,
  withOwners,
  withoutPicks,
  withoutTeams,
  withRunningWork,
  withTeams,
  withWebhook,
} from './scene.ts'

/** A league that was never refreshed. */
export const EMPTY_LEAGUE = 'Empty Chairs'

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

const TAB_STATES: readonly Scene[] = Object.entries(TAB_REQUESTS).flatMap(([tab, requests]) => [
  createScene(tab, 'full'),
  createScene(tab, 'loading', { pendingRequests: requests }),
  createScene(tab, 'error', { failingRequests: requests }),
  ...(tab === 'betslip' ? [] : [createScene(tab, 'empty', { league: EMPTY_LEAGUE })]),
  createScene(tab, 'long names', { change: withLongNames }),
])

const TEAM_COUNTS: readonly Scene[] = ['overview', 'standings', 'scoreboard'].flatMap((tab) => [
  createScene(tab, 'forty teams', { change: withTeams(40) }),
  createScene(tab, 'one team', { change: withTeams(1) }),
])

const TAB_INTERACTIONS: readonly Scene[] = [
  createScene('league social', 'proposal', { act: (page) => selectTab(page, 'Proposal') }),
  createScene('league social', 'media', { act: (page) => selectTab(page, 'Media') }),
  createScene('league social', 'viewer', { act: (page) => clickButton(page, /^Open image/) }),
  createScene('league social', 'comments', { act: openComments }),
  createScene('league social', 'uploads', { pendingRequests: /\/social\/media\/$/, act: uploadFiles }),
  createScene('standings', 'team expanded', { actAtSize: expandFirstTeam }),
  createScene('standings', 'crash', { change: withoutTeams }),
  createScene('matchup', 'win probability', {
    act: (page) => clickButton(page, 'How win probability works'),
  }),
  createScene('roster', 'no team', { username: 'nell' }),
  createScene('overview', 'no team', { username: 'nell' }),
  createScene('history', 'owner', { act: (page) => clickButton(page, 'Dov Pepperell') }),
  createScene('history', 'forty owners', { change: withOwners(40) }),
  createScene('history', 'admin', { act: openHistoryAdmin }),
  createScene('history', 'admin, long names', { change: withLongNames, act: openHistoryAdmin }),
  createScene('history', 'backfill', { change: withRunningWork, act: openHistoryAdmin }),
  createScene('betslip', 'everything expanded', { act: expandAll }),
  createScene('betslip', 'no picks', { change: withoutPicks, act: expandAll }),
  createScene('betslip', 'locked', { act: openFirstWeek }),
  // Last, because the posts stay in the feed.
  createScene('league social', 'new items', { act: postFromOtherDevice }),
]

const SIGN_IN: readonly Scene[] = [
  createScene('login', 'default'),
  createScene('login', 'error', {
    async act(page) {
      const form = page.getByRole('form', { name: 'Sign in' })
      await form.getByLabel('Username').fill('nobody')
      await form.getByLabel('Password').fill('nothing')
      await clickButton(page, 'Sign in')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  createScene('login', 'forgot password', { act: (page) => clickButton(page, 'Forgot password?') }),
  createScene('login', 'reset code', { act: (page) => clickButton(page, 'I have a reset code') }),
  createScene('register', 'player', { act: (page) => clickButton(page, /Create one/) }),
  createScene('register', 'admin', {
    async act(page) {
      await clickButton(page, /Create one/)
      await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    },
  }),
]

const SIGN_IN_RESULTS: readonly Scene[] = [
  createScene('login', 'invalid code', {
    async act(page) {
      await clickButton(page, 'I have a reset code')
      const form = page.getByRole('form', { name: 'Reset password' })
      await form.getByLabel('UID').fill('bm9ib2R5')
      await form.getByLabel('Token', { exact: true }).fill('nothing')
      await form.getByLabel('New password').fill('short')
      await clickButton(page, 'Set new password')
      await form.getByRole('alert').first().waitFor()
    },
  }),
  createScene('register', 'invalid input', {
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

const withPermission = (permission: NotificationPermission) => (page: Page) =>
  page.addInitScript((value) => {
    Object.defineProperty(Notification, 'permission', { get: () => value })
    Notification.requestPermission = async () => 'denied'
  }, permission)

const NOTIFICATIONS: readonly Scene[] = [
  createScene('account', 'push available', { prepare: withPermission('default') }),
  createScene('account', 'push declined', {
    prepare: withPermission('default'),
    async act(page) {
      await clickButton(page, 'Turn on')
      await page.getByRole('alert').first().waitFor()
    },
  }),
  createScene('account', 'push denied', { prepare: withPermission('denied') }),
  createScene('account', 'push unsupported', {
    prepare: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager')),
  }),
  createScene('account', 'quiet hours', {
    prepare: withPermission('default'),
    act: (page) => page.getByRole('checkbox', { name: 'Quiet hours' }).check(),
  }),
  createScene('account', 'wrong password', {
    async act(page) {
      const form = page.getByRole('form', { name: 'Name and email' })
      await form.getByLabel('Email').fill('greta@league.example')
      await form.getByLabel('Current password').fill('not-the-password')
      await clickButton(page, 'Save')
      await page.getByRole('alert').first().waitFor()
    },
  }),
]

const BANNERS: readonly Scene[] = [
  createScene('overview', 'offline', { prepare: respondFromCache }),
  createScene('dashboard', 'offline', { prepare: respondFromCache }),
  createScene('standings', 'new version', { hasWorker: true, act: offerNewVersion }),
  createScene('standings', 'offline and new version', {
    hasWorker: true,
    prepare: respondFromCache,
    act: offerNewVersion,
  }),
]

const APP_SHELL: readonly Scene[] = [
  createScene('dashboard', 'full'),
  createScene('dashboard', 'loading', { pendingRequests: /\/user-leagues\// }),
  createScene('dashboard', 'error', { failingRequests: /\/user-leagues\// }),
  createScene('dashboard', 'empty', { username: 'petra', league: null }),
  createScene('dashboard', 'menu', { act: (page) => clickButton(page, 'Open menu') }),
  createScene('dashboard', 'join request', {
    username: 'petra',
    act: (page) => clickButton(page, 'View your requests'),
  }),
  createScene('select-league', 'full'),
  createScene('select-league', 'empty', { username: 'petra', league: null }),
  createScene('new-league', 'empty'),
  createScene('admin', 'full'),
  createScene('admin', 'everything expanded', { act: expandAll }),
  createScene('admin', 'jobs running', { change: withRunningWork, act: expandAll }),
  createScene('admin', 'webhook', { change: withWebhook, act: expandAll }),
  createScene('admin', 'not an admin', { username: 'nell', act: expandAll }),
  createScene('admin', 'loading', { pendingRequests: /\/api\/(?!whoami|csrf|user-leagues)/ }),
  createScene('admin', 'error', {
    failingRequests: /\/api\/(?!whoami|csrf|user-leagues|leagues\/$)/,
    act: expandAll,
  }),
  createScene('admin', 'league list error', { failingRequests: /\/api\/leagues\/$/ }),
  createScene('admin', 'long names', { change: withLongNames, act: expandAll }),
  createScene('account', 'full'),
  createScene('account', 'loading', { pendingRequests: /\/(?:account|sessions|notifications)\// }),
  createScene('account', 'error', { failingRequests: /\/(?:account|sessions|notifications)\// }),
  createScene('league', 'loading', { pendingRequests: /\/meta\/|\/snapshot\// }),
  createScene('league', 'error', { failingRequests: /\/meta\/|\/snapshot\/|\/standings\// }),
]

const EARLIER_PERIODS: readonly Scene[] = ['scoreboard', 'matchup'].flatMap((tab) => [
  createScene(tab, 'earlier week', { act: (page) => clickButton(page, 'Previous week') }),
  createScene(tab, 'earlier season', {
    act: async (page) => void (await page.getByLabel('Season').selectOption({ index: 1 })),
  }),
])

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
