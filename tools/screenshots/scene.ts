import type { Page } from 'playwright'

type Username = 'greta' | 'nell' | 'petra' | null

export type Scene = {
  /** The name of a route, or of a tab of the league. */
  screen: string
  state: string
  username: Username
  league: 'The Gridiron Supper Club' | 'Empty Chairs' | null
  pendingRequests?: RegExp
  failingRequests?: RegExp
  change?: ResponseChange
  hasWorker?: boolean
  prepare?: (page: Page) => Promise<unknown>
  /** Runs before the screenshots are taken. */
  act?: (page: Page) => Promise<void>
  /** Runs again at each viewport size. */
  actAtSize?: (page: Page) => Promise<void>
}

const DEMO_LEAGUE = 'The Gridiron Supper Club'

const SIGNED_OUT_SCREENS = ['login', 'register']
const OTHER_SCREENS = ['dashboard', 'select-league', 'new-league', 'account']

/** Creates a scene as the commissioner of the demo league sees it, in that league unless the screen belongs to none. */
export function createScene(screen: string, state: string, overrides: Partial<Scene> = {}): Scene {
  const isSignedOut = SIGNED_OUT_SCREENS.includes(screen)
  const league = isSignedOut || OTHER_SCREENS.includes(screen) ? null : DEMO_LEAGUE
  return { screen, state, username: isSignedOut ? null : 'greta', league, ...overrides }
}

export const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
export const selectTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

export async function expandAll(page: Page) {
  const closedDetails = page.locator('details:not([open]) > summary')
  while ((await closedDetails.count()) > 0) await closedDetails.first().click()
}

export async function respondFromCache(page: Page) {
  await page.route(/\/api\/(?!.*\/events\/)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-from-cache-at': '2026-01-04T18:05:00.000Z' }
    return route.fulfill({ response, headers })
  })
}

/** Simulates that a new service worker takes over twice. The first time does not count as a new version. */
export async function offerNewVersion(page: Page) {
  const banner = page.getByText('New version available')
  while (!(await banner.isVisible())) {
    await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))
    await page.waitForTimeout(100)
  }
}

/** Teams are collapsible only in the phone layout. */
export async function expandFirstTeam(page: Page) {
  const first = page.getByRole('row').getByRole('button', { expanded: false }).first()
  if (await first.isVisible()) await first.click()
}

export async function openHistoryAdmin(page: Page) {
  await clickButton(page, 'Admin')
  await page.getByRole('form', { name: 'Backfill' }).waitFor()
  await expandAll(page)
}

export async function openFirstWeek(page: Page) {
  await clickButton(page, /^W1/)
  await page.getByRole('heading', { name: 'Week 1 pick' }).waitFor()
}

export async function openComments(page: Page) {
  await clickButton(page, /^Comment, [1-9]/)
  await page.getByRole('textbox', { name: /comment/i }).waitFor()
}

export async function uploadFiles(page: Page) {
  const image = await page.screenshot({ type: 'png', clip: { x: 160, y: 0, width: 80, height: 60 } })
  const files = ['draft-night.png', `${'sunday-at-the-long-table-'.repeat(5)}.png`, 'wings.png']
  await selectTab(page, 'Media')
  const chooser = page.getByLabel(/Choose images and videos/)
  await chooser.setInputFiles([
    ...files.map((name) => ({ name, mimeType: 'image/png', buffer: image })),
    { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await clickButton(page, /^Share/)
  await chooser.setInputFiles([{ name: 'not-yet.png', mimeType: 'image/png', buffer: image }])
}

export async function postFromOtherDevice(page: Page) {
  const league = `/api/league/${encodeURIComponent(DEMO_LEAGUE)}`
  const { origin } = new URL(page.url())
  const { csrfToken } = await (await page.request.get(`${origin}/api/csrf/`)).json()
  await page.request.post(`${origin}${league}/social/posts/`, {
    data: { content: 'Who brings the wings on Sunday?' },
    headers: { 'X-CSRFToken': csrfToken },
  })
  await page.getByRole('button', { name: '1 new item' }).waitFor()
}

type ResponseChange = (body: any, path: string) => any

const LONG_SUFFIX = ' of the Honorable Wednesday Evening Supper and Debating Society'

/** Fields with the name of a team, an owner or a person. League names are part of URLs, so they do not change. */
const NAME_FIELDS =
  /^(?:name|team|team_name|owner|user|author|by|home_team|away_team|home_owner|away_owner|commissioner|first_name|last_name|alias)$/

const NAME_LIST_FIELDS = /^(?:owners|missing|tied_with)$/

const UNCHANGED_PATHS = /\/(?:user-leagues|leagues|snapshot|events)\/|\/meta\/$/

export function withLongNames(body: any, path: string): any {
  return UNCHANGED_PATHS.test(path) ? body : lengthenNames(body)
}

/** Removes the suffix from a request URL, because the server does not know the long names. */
export function withoutLongNames(url: string) {
  return [
    encodeURIComponent(LONG_SUFFIX),
    LONG_SUFFIX.replaceAll(' ', '+'),
    LONG_SUFFIX.replaceAll(' ', '%20'),
  ].reduce((result, suffix) => result.replaceAll(suffix, ''), url)
}

function lengthenNames(value: any): any {
  if (Array.isArray(value)) return value.map(lengthenNames)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (NAME_FIELDS.test(key) && isName(field)) return [key, field + LONG_SUFFIX]
      if (NAME_LIST_FIELDS.test(key) && Array.isArray(field) && field.every(isName))
        return [key, field.map((name) => name + LONG_SUFFIX)]
      return [key, lengthenNames(field)]
    }),
  )
}

/** Abbreviations of NFL teams are no names. */
function isName(value: unknown) {
  return typeof value === 'string' && /[a-z]/.test(value)
}

export function withTeams(count: number): ResponseChange {
  return (body, path) => {
    if (/\/(?:standings|snapshot)\/$/.test(path) && Array.isArray(body.standings)) {
      return {
        ...body,
        standings: repeatRows(body.standings, count).map((row, index) => renumberRow(row, index)),
      }
    }
    if (path.endsWith('/scoreboard/') && Array.isArray(body.matchups)) {
      return { ...body, matchups: repeatRows(body.matchups, Math.ceil(count / 2)).map(renumberRow) }
    }
    return body
  }
}

export function withOwners(count: number): ResponseChange {
  return (body, path) => {
    if (!path.endsWith('/history/')) return body
    const { by_owner_enhanced: rows, ...rest } = body.all_time
    const realOwners = body.people.length
    const renameRepeated = (row: any, index: number) =>
      index < realOwners ? row : inventOwner(row, Math.floor(index / realOwners) + 1)
    const people = repeatRows(body.people, count).map(renameRepeated)
    return {
      ...body,
      people,
      owners: people.map(({ owner }) => owner),
      seasons: (body.seasons as any[]).map((season) => ({
        ...season,
        standings: repeatRows(season.standings, count).map(renameRepeated).map(renumberRow),
      })),
      all_time: { ...rest, by_owner_enhanced: repeatRows(rows, count).map(renameRepeated) },
    }
  }
}

/** Invents an owner without championships, so that the comparison does not select them by default. */
function inventOwner(row: any, number: number) {
  return { ...row, owner: `${row.owner} ${number}`, ...('titles' in row ? { titles: 0 } : {}) }
}

export function withRunningWork(body: any, path: string): any {
  if (path.endsWith('/leagues/status/')) {
    const progress = [
      { job: 'backfill', step: 'Reading 2019', done: 8, total: 15 },
      { job: 'refresh', step: '', done: 0, total: null },
    ]
    const leagues = (body.leagues as any[]).map((row, index) => ({
      ...row,
      status: 'running',
      progress: progress[index % progress.length],
    }))
    return { ...body, leagues }
  }
  if (!path.endsWith('/jobs/')) return body
  const job = { id: 1, kind: 'backfill', state: 'running', asked_by: 'greta', step: 'Reading 2019' }
  const at = new Date().toISOString()
  const times = { created_at: at, started_at: at, ended_at: null }
  return { ...body, jobs: [{ ...job, ...times, done: 8, total: 15, backfill: null }] }
}

export function withWebhook(body: any, path: string): any {
  if (!path.endsWith('/webhook/')) return body
  const lastError = 'Discord no longer knows this webhook. Create a new one in the settings of the channel.'
  const at = new Date(Date.now() - 7 * 86_400_000).toISOString()
  return { webhook: { form: 'discord', saved_at: at, sent_at: at, last_error: lastError } }
}

/** Makes the standings tab crash with an invalid row. */
export function withoutTeams(body: any, path: string): any {
  return path.endsWith('/standings/') ? { ...body, standings: [null] } : body
}

export function withoutPicks(body: any, path: string): any {
  if (path.endsWith('/bets/ledger/')) return { ...body, weeks: [], payers: [] }
  if (!path.endsWith('/bets/')) return body
  const slip = { state: 'empty', legs: 0, unpriced: 0, product: '1', profit: '0.00', returned: null }
  return { ...body, picks: [], missing: body.owners, lowest_scorer: null, slip }
}

function repeatRows(rows: any[], count: number) {
  return Array.from({ length: rows.length === 0 ? 0 : count }, (_, index) => rows[index % rows.length])
}

function renumberRow(row: any, index: number) {
  return {
    ...row,
    ...('rank' in row ? { rank: index + 1 } : {}),
    ...('team_id' in row ? { team_id: index + 1 } : {}),
    ...('id' in row ? { id: index + 1 } : {}),
  }
}
