import type { BrowserContext } from 'playwright'
import { UserError } from '../../scripts/bootstrap/project.mjs'
import { cachedBrowser } from '../../scripts/test/browser.ts'
import { type Audit, openAuditedBrowser } from './lighthouse.ts'
import { startProgram } from './program.ts'
import { rounded, table } from './table.ts'

const READY_PATTERN = /^\s*The demo league is ready: (\S+)$/m
const [USERNAME, PASSWORD] = ['ada', 'touchdown-at-noon']
const AUDITED_TABS = ['Overview', 'Standings', 'History']

/**
 * Audits the web app with Lighthouse on a simulated phone.
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
    return table(['page', 'score', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB'], audits)
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
