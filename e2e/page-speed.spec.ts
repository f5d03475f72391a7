import { expect } from '@playwright/test'
import { type Audit, openAuditedBrowser } from '../scripts/bench/lighthouse.mjs'
import { knownBrowser } from '../scripts/browser.mjs'
import { HAS_CAPTURES, sharedTest as test, WITHOUT_CAPTURES } from './captures.ts'
import { seasonLeague } from './season-league.ts'

const KB = 1024

test.skip(!HAS_CAPTURES, WITHOUT_CAPTURES)
test.describe.configure({ timeout: 300_000 })

// How long it takes is another figure on each machine: `npm run bench page` tells it, with the score.
test('Lighthouse finds no fault with the page, signed out and in', async ({ product }) => {
  const browser = knownBrowser()
  if (browser === undefined) throw new Error('the journeys run in a browser that was found')
  const audited = await openAuditedBrowser(browser)
  try {
    expectNoFault(await audited.audit(product.address), { kilobytes: 180, requests: 40 })
    const { request } = audited.context
    const league = await seasonLeague(request, product, 1446375)
    await league.refresh(2023)
    for (const tab of ['overview', 'standings', 'history']) {
      const address = `${product.address}/?${new URLSearchParams({ league: league.name, tab })}`
      expectNoFault(await audited.audit(address), { kilobytes: 400, requests: 110 })
    }
  } finally {
    await audited.close()
  }
})

function expectNoFault(
  { scores, metrics, faults, requests }: Audit,
  most: { kilobytes: number; requests: number },
) {
  expect.soft(faults).toEqual([])
  expect.soft(scores).toMatchObject({ accessibility: 100, 'best-practices': 100 })
  expect.soft(metrics['cumulative-layout-shift']).toBeLessThan(0.1)
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0)
  expect.soft(bytes / KB).toBeLessThan(most.kilobytes)
  expect.soft(requests.length).toBeLessThan(most.requests)
}
