import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { type BrowserContext, expect } from '@playwright/test'
import { PASSWORD, postForJson, postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, SLEEPER_CAPTURES_MISSING } from './captures.ts'
import { waitForApp } from './journey.ts'
import { createSeasonLeague } from './season-league.ts'
import { sleeperTest, sharedTest as test } from './test-app.ts'

const LEAGUE_ID = 1446375
const SLEEPER_LEAGUE = '1389719640493551616'
const SLEEPER_SEASON = 2025
const TABS = ['overview', 'social', 'standings', 'roster', 'scoreboard', 'matchup', 'history']
const VIEWS = ['tab=standings&view=race', 'tab=standings&view=power', 'tab=scoreboard&view=bracket']

/** As far as it is used: browsers other than Chromium do not have it. */
type LayoutShift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] }

type Device = { timezoneId: string; viewport: { width: number; height: number }; theme: string }

/** Each opens the screens on another device, against a server in UTC. */
const DEVICES: [Device, ...Device[]] = [
  { timezoneId: 'Asia/Kolkata', viewport: { width: 390, height: 844 }, theme: 'solarized-dark' },
  { timezoneId: 'America/Los_Angeles', viewport: { width: 1440, height: 900 }, theme: 'neutral-pro' },
  { timezoneId: 'Pacific/Auckland', viewport: { width: 820, height: 1180 }, theme: 'solarized-light' },
]

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

/** Logos cannot be loaded, and the test does without a worker. */
const EXPECTED = /status of 404|Service Worker registration blocked/

/** What is asked for after the document: events, pictures, and what is far below on History. */
const LATER =
  /events|images|picture|trophy|media|\/insights\/elo\/|\/owner-compare\/|\/pairs\/|\/me\/matchup\//

/**
 * Marks what the document contains before the app starts. Fails if an element looks different once the styles of the
 * document are replaced by all styles of its screen.
 */
const markContent = () => {
  const LOOKS = ['display', 'position', 'color', 'background', 'font', 'padding', 'margin', 'border', 'gap']
  let content: Element[] = []
  const readContent = () => {
    if (content.length === 0) content = [...document.querySelectorAll('main *')]
  }
  const listLooks = () =>
    content.map((element) => {
      const looks = getComputedStyle(element)
      return LOOKS.map((name) => looks.getPropertyValue(name)).join('; ')
    })
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('main')?.setAttribute('data-first', '')
    readContent()
  })
  // Files that are cached can be there before the end of the document.
  const observer = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    const style = removed.find((each) => each instanceof HTMLStyleElement)
    if (style === undefined) return
    observer.disconnect()
    document.documentElement.setAttribute('data-styled', '')
    readContent()
    const expected = listLooks()
    const isOfDocument = ({ ownerNode }: CSSStyleSheet) => ownerNode instanceof HTMLStyleElement
    const sheets = [...document.styleSheets].filter((each) => !isOfDocument(each))
    document.head.append(style)
    for (const each of sheets) each.disabled = true
    const seen = listLooks()
    for (const each of sheets) each.disabled = false
    style.remove()
    const index = seen.findIndex((looks, at) => looks !== expected[at])
    if (index !== -1) throw new Error(`${content[index]?.outerHTML}: ${seen[index]}, not ${expected[index]}`)
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Taps a button once it is in the document, before any script that follows it. */
const tapOnArrival = (name: string) => {
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('button')]
    const button = buttons.find((each) => (each.ariaLabel ?? each.textContent).startsWith(name))
    if (button === undefined) return
    observer.disconnect()
    button.click()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Opens an address, and waits until the app has taken over. Returns what went wrong. */
async function openRendered(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text())
    if (isProblem) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isOfScreen = pathname.startsWith('/api/') && !LATER.test(pathname)
    if (isOfScreen) problems.push(`asked for ${pathname}`)
  })
  await page.goto(address)
  await expect(page.locator('main[data-first]')).toBeVisible()
  await waitForApp(page)
  await expect(page.locator('main[data-first]')).toBeVisible()
  await expect(page.locator('html[data-styled]')).toBeAttached()
  await page.close()
  return problems
}

/** Opens all screens of a league on a device, and expects that the app takes each over as it is. */
async function expectTakenOver(context: BrowserContext, league: string, theme: string): Promise<void> {
  await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
  await context.addInitScript(markContent)
  // The first visit tells the server of the device.
  const first = await context.newPage()
  await first.goto('/')
  await waitForApp(first)
  await first.close()
  for (const screen of [...TABS.map((tab) => `tab=${tab}`), ...VIEWS]) {
    const address = `/?league=${encodeURIComponent(league)}&${screen}`
    expect.soft(await openRendered(context, address), `${theme} ${screen}`).toEqual([])
  }
  expect.soft(await openRendered(context, '/'), `${theme} last screen`).toEqual([])
}

test('every screen is in its document, and the app takes it over as it is', async ({ browser, testApp }) => {
  for (const { theme, ...device } of DEVICES) {
    const context = await browser.newContext({ baseURL: testApp.baseUrl, reducedMotion: 'reduce', ...device })
    const league = await createSeasonLeague(context.request, testApp, LEAGUE_ID)
    await league.refresh(2023)
    await league.assignTeam(1)
    await expectTakenOver(context, league.name, theme)
    await context.close()
  }
})

sleeperTest(
  'so is every screen of a league at Sleeper for a member',
  async ({ browser, request, testApp }) => {
    sleeperTest.skip(!HAS_SLEEPER_CAPTURES, SLEEPER_CAPTURES_MISSING)
    const [name, member] = [uniqueName('League'), uniqueName('member')]
    const admin = {
      username: uniqueName('admin'),
      password: PASSWORD,
      role: 'admin',
      admin_code: testApp.adminCode,
    }
    await postJson(request, testApp, '/api/register/', admin)
    const source = { provider: 'sleeper', league_id: SLEEPER_LEAGUE }
    await postJson(request, testApp, '/api/create-league/', { name, source })
    await postJson(request, testApp, '/api/refresh/', { name, season: SLEEPER_SEASON })
    const [{ theme, ...device }] = DEVICES
    const context = await browser.newContext({ baseURL: testApp.baseUrl, reducedMotion: 'reduce', ...device })
    await register(context.request, testApp, { username: member })
    await postJson(request, testApp, '/api/assign-user/', { username: member, league: name, role: 'player' })
    await expectTakenOver(context, name, theme)
    await context.close()
  },
)

test('standings, scoreboard, history and the public page can be read without JavaScript', async ({
  browser,
  testApp,
}) => {
  const context = await browser.newContext({ baseURL: testApp.baseUrl, javaScriptEnabled: false })
  const league = await createSeasonLeague(context.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  const page = await context.newPage()
  const open = (tab: string) => page.goto(`/?league=${encodeURIComponent(league.name)}&tab=${tab}`)
  await open('standings')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await open('scoreboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await open('history')
  await expect(page.getByRole('heading', { name: 'Trophy Case' })).toBeVisible()
  const link = `/api/league/${encodeURIComponent(league.name)}/public-link/`
  const { path } = await postForJson(page.request, testApp, link, { shows_owners: false })
  await context.clearCookies()
  await page.goto(path)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await context.close()
})

test('nothing moves on a phone that does not say that it is one', async ({ browser, testApp }) => {
  const context = await browser.newContext({
    baseURL: testApp.baseUrl,
    viewport: { width: 390, height: 844 },
  })
  const league = await createSeasonLeague(context.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (entry.value > 0.02) moved.push(entry.sources.map(({ node }) => node?.textContent).join(', '))
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
  for (const tab of ['standings', 'scoreboard']) {
    await page.goto(`/?league=${encodeURIComponent(league.name)}&tab=${tab}`)
    await waitForApp(page)
    await expect(page.getByRole('tab', { name: 'Matchup' })).toBeInViewport()
    expect.soft(await page.evaluate(() => (globalThis as { moved?: string[] }).moved), tab).toEqual([])
    await context.clearCookies({ name: 'page' })
  }
  await context.close()
})

test('before the app is there, a tap is remembered and nothing can be typed that would be lost', async ({
  page,
  testApp,
}) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  let start: () => void = () => undefined
  const canStart = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await canStart
    await route.continue()
  })
  const device = new URLSearchParams({
    zone: await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    theme: 'solarized-light',
    width: '1280',
  })
  await page.context().addCookies([{ name: 'page', value: String(device), url: testApp.baseUrl }])
  await page.addInitScript(tapOnArrival, 'Inbox')
  await page.goto(`${testApp.baseUrl}/?league=${encodeURIComponent(league.name)}&tab=social`, {
    waitUntil: 'commit',
  })
  await expect(page.getByRole('button', { name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Your post')).not.toBeEditable()
  start()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Your post').fill('Here at last')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  // Its event can arrive before the response, which ends the sending of the same post.
  const sent = page.getByRole('article', { name: /^Post by \S+$/ })
  await expect(sent.filter({ hasText: 'Here at last' })).toBeVisible()
})

test('a tap is remembered until the part of the page is there that it is for', async ({ page, testApp }) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  await page.route('**/assets/*.js', async (route) => {
    // Each file that another one loads comes later than the click.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  const search = new URLSearchParams({ league: league.name, tab: 'league social', view: 'dues' })
  await page.goto(`${testApp.baseUrl}/?${search}`, { waitUntil: 'commit' })
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.getByRole('button', { name: 'Set up dues' }).click()
  await expect(page.getByLabel('Dues per team, in dollars')).toBeVisible()
})

test('nobody sees what another person has seen on the same device', async ({ page, testApp }) => {
  const league = await createSeasonLeague(page.request, testApp, LEAGUE_ID)
  await league.refresh(2023)
  const address = `${testApp.baseUrl}/?league=${encodeURIComponent(league.name)}&tab=standings`
  await page.goto(address)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)

  await register(page.request, testApp, { username: uniqueName('next') })
  const html = await (await page.request.get(address)).text()
  expect(html).toContain('id="page-data"')
  expect(html).not.toContain('"standings":[{')
})
