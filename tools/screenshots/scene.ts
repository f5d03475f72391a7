import type { Page } from 'playwright'
import type { ResponseChange } from './response-changes.ts'

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
