import type { BrowserContext, Page } from 'playwright'
import { UserError } from '../../scripts/bootstrap/project.mjs'
import { cachedBrowser } from '../../scripts/test/browser.ts'
import { type Audit, openAuditedBrowser } from './lighthouse.ts'
import { startProgram } from './program.ts'
import { rounded, table } from './table.ts'

const READY_PATTERN = /^\s*The demo league is ready: (\S+)$/m
const [USERNAME, PASSWORD] = ['ada', 'touchdown-at-noon']
const AUDITED_TABS = ['Overview', 'Standings', 'History']
const TABS = [
  'Standings',
  'Roster',
  'Scoreboard',
  'Matchup',
  'History',
  'League Social',
  'Betslip',
  'Overview',
]

/**
 * Audits the web app with Lighthouse on a simulated phone, and measures the work of switching tabs and
 * scrolling.
 * @param options the best of `rounds` audits is used
 */
export async function benchPage({ rounds }: { rounds: number }) {
  const browser = cachedBrowser()
  if (browser === undefined)
    throw new UserError('No browser found yet. Run `npm test` first, which finds or installs one.')
  const site = await startProgram('demo', READY_PATTERN)
  const { context, audit, close } = await openAuditedBrowser(browser)
  const best = async (url: string) => {
    const audits = []
    for (let round = 0; round < rounds; round += 1) audits.push(await audit(url))
    return audits.toSorted((a, b) => performanceScore(b) - performanceScore(a))[0]
  }
  try {
    const audits = [auditRow('Sign in', await best(`${site.address}/`))]
    const league = await signIn(context, site.address)
    const urlOf = (tab: string) => `${site.address}/?${new URLSearchParams({ league, tab })}`
    for (const tab of AUDITED_TABS) audits.push(auditRow(tab, await best(urlOf(tab))))
    const page = await context.newPage()
    await page.goto(urlOf('Overview'))
    return [
      table(['page', 'score', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB'], audits),
      table(
        ['tab, with its data loaded', 'work ms', 'longest task ms'],
        await measureTabSwitches(page, rounds),
      ),
      table(
        [
          `list of ${ROW_COUNT.toLocaleString('en-US')} rows`,
          'elements',
          'longest task while scrolling, ms',
          'longest frame ms',
        ],
        await measureLongLists(context, urlOf),
      ),
    ].join('\n\n')
  } finally {
    await close()
    await site.stop()
  }
}

function performanceScore({ scores }: Audit) {
  return scores['performance'] ?? 0
}

function auditRow(name: string, audit: Audit | undefined) {
  if (audit === undefined) throw new Error(`${name} was not audited`)
  const { metrics, requests } = audit
  const ms = (metric: string) => rounded(metrics[metric] ?? Number.NaN)
  return [
    name,
    performanceScore(audit),
    ms('first-contentful-paint'),
    ms('largest-contentful-paint'),
    ms('total-blocking-time'),
    rounded(metrics['cumulative-layout-shift'] ?? Number.NaN, 3),
    rounded(requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
  ]
}

/** @returns the name of the user's first league */
async function signIn({ request }: BrowserContext, address: string): Promise<string> {
  const { csrfToken } = await (await request.get(`${address}/api/csrf/`)).json()
  await request.post(`${address}/api/login/`, {
    data: { username: USERNAME, password: PASSWORD },
    headers: { 'X-CSRFToken': csrfToken },
    failOnStatusCode: true,
  })
  const { leagues } = await (await request.get(`${address}/api/user-leagues/${USERNAME}/`)).json()
  return leagues[0].name
}

/** Opens each tab once to load its data, and then measures the main-thread work of showing it again. */
async function measureTabSwitches(page: Page, rounds: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const workMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  for (const tab of TABS) await measureTabOpening(page, tab)
  const rows = []
  for (const tab of TABS) {
    const runs = []
    for (let round = 0; round < rounds; round += 1) {
      await measureTabOpening(page, tab === 'Overview' ? 'Standings' : 'Overview')
      const before = await workMs()
      const longest = await measureTabOpening(page, tab)
      runs.push({ work: (await workMs()) - before, longest })
    }
    const minOf = (values: number[]) => rounded(Math.min(...values))
    rows.push([tab, minOf(runs.map(({ work }) => work)), minOf(runs.map(({ longest }) => longest))])
  }
  return rows
}

/** More rows than any league has. The rows of the response are repeated to reach it. */
const ROW_COUNT = 1000
const LISTS = [
  { tab: 'Standings', path: /\/standings\/$/, field: 'standings', key: 'league_team_id' },
  { tab: 'League Social', path: /\/social\/feed\//, field: 'items', key: 'id' },
]

async function measureLongLists(context: BrowserContext, urlOf: (tab: string) => string) {
  const rows = []
  for (const { tab, path, field, key } of LISTS) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // Requests made by the service worker cannot be intercepted here.
    await devtools.send('Network.setBypassServiceWorker', { bypass: true })
    await page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({
          response,
          json: { ...body, [field]: repeatRows(body[field], key), next: null },
        })
      },
    )
    await page.goto(urlOf(tab))
    await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
    await page.waitForFunction((count) => document.querySelectorAll('main *').length > count, ROW_COUNT)
    const elements = await page.evaluate(() => document.querySelectorAll('main *').length)
    const { task, frame } = await measureScrolling(page)
    rows.push([tab, elements, rounded(task), rounded(frame)])
    await page.close()
  }
  return rows
}

function repeatRows(rows: Record<string, unknown>[], key: string) {
  return Array.from({ length: ROW_COUNT }, (_, index) => ({
    ...rows[index % rows.length],
    [key]: 100_000 + index,
  }))
}

/**
 * Scrolls down for two hundred frames, faster than anyone reads.
 * @returns the longest task and the longest frame in milliseconds; a task shorter than 50 ms counts as 0
 */
function measureScrolling(page: Page): Promise<{ task: number; frame: number }> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve))
    let task = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) task = Math.max(task, duration)
    })
    observer.observe({ type: 'longtask' })
    let frame = 0
    let previous = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    for (let step = 0; step < 200; step += 1) {
      window.scrollBy(0, 120)
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frame = Math.max(frame, now - previous)
      previous = now
    }
    observer.disconnect()
    return { task, frame }
  })
}

/** @returns the longest task until the page is idle, in milliseconds; 0 if none took 50 ms */
async function measureTabOpening(page: Page, tab: string): Promise<number> {
  await page.getByRole('tab', { name: tab, exact: true }).waitFor()
  return page.evaluate(async (name) => {
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type: 'longtask' })
    const tabs = [...document.querySelectorAll('[role=tab]')]
    const tabElement = tabs.find(({ textContent }) => textContent === name)
    if (!(tabElement instanceof HTMLElement)) throw new Error(`tab ${name} not found`)
    tabElement.click()
    // Two frames for the first render, then until the browser is idle.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestIdleCallback(resolve))
    observer.disconnect()
    return Math.max(0, ...longTasks)
  }, tab)
}
