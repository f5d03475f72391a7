import { expect, type Locator, type Page } from '@playwright/test'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture } from './captures.ts'
import { FIRST, LAST, namesIn, openHistory, PROVIDER_ID } from './history.ts'
import type { SeasonLeague } from './season-league.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: captured responses are read without types
type Json = any

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('shows six seasons of history from the trophy case to head-to-head', async ({ page, testApp }) => {
  const league = await openHistory(page, testApp, FIRST)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'League Timeline',
    'Trophy Case',
    'Hall of Fame',
    'League Records (regular season)',
    'Fun Facts',
    'All-Time (Managers)',
    'Through the Years',
    'Team Name Legacy',
    'Head-to-Head',
  ])
  await expect(page.getByText(`Since ${FIRST}`).last()).toBeVisible()
  const trophies = page.getByRole('region', { name: 'Trophy Case' })
  for (const name of listChampions()) await expect(trophies).toContainText(name)

  const table = page.getByRole('table', { name: 'All managers, all seasons' })
  await table.getByRole('button', { name: /^PF/ }).click()
  await expect(table.getByRole('columnheader', { name: /^PF/ })).toHaveAttribute('aria-sort', 'descending')
  const descending = await pointsFor(table)
  expect(descending.length).toBeGreaterThan(5)
  expect(descending).toEqual(descending.toSorted((a, b) => b - a))
  await table.getByRole('button', { name: /^PF/ }).click()
  expect(await pointsFor(table)).toEqual(descending.toReversed())

  const owner = table.getByRole('rowheader').last()
  const [name = ''] = await namesIn(owner)
  const years = await table.getByRole('row').last().locator('td:nth-child(5)').innerText()
  await owner.getByRole('button').click()
  const dialog = page.getByRole('dialog', { name })
  const seasons = dialog.getByRole('table').first().locator('tbody').getByRole('row')
  await expect(seasons).toHaveCount(Number(years))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await compareOwners(page, testApp, league)
})

async function compareOwners(page: Page, testApp: TestApp, league: SeasonLeague): Promise<void> {
  const rivalry = page.getByRole('region', { name: 'Head-to-Head' })
  const [first, second] = [rivalry.getByLabel('First owner'), rivalry.getByLabel('Second owner')]
  await first.selectOption({ index: 0 })
  await second.selectOption({ index: 1 })
  const params = { a: await first.inputValue(), b: await second.inputValue() }
  const response = await page.request.get(`${testApp.baseUrl}${league.apiPath}/owner-compare/`, { params })
  const { summary, games }: Json = await response.json()
  expect(games.length).toBeGreaterThan(0)
  const { wins, losses, ties } = summary
  const record = rivalry.getByRole('paragraph').filter({ hasText: /^\d+-\d+(?:-\d+)?$/ })
  const tieCount = ties === 0 ? [] : [ties]
  await expect(record).toHaveText([wins, losses, ...tieCount].join('-'))
  await expect(rivalry.getByRole('listitem')).toHaveCount(games.length)
  await rivalry.getByRole('button', { name: 'Swap' }).click()
  await expect(record).toHaveText([losses, wins, ...tieCount].join('-'))
}

async function pointsFor(table: Locator): Promise<number[]> {
  const cells = await table.getByRole('row').locator('td:nth-child(8)').allInnerTexts()
  return cells.map(Number)
}

/** The teams that won the recorded seasons. */
function listChampions(): string[] {
  return Array.from({ length: LAST - FIRST + 1 }, (_, index) => {
    const body: Json = readCapture(`league-${PROVIDER_ID}/${FIRST + index}/combined.json`)
    const { teams } = Array.isArray(body) ? body[0] : body
    const champion = teams.find(({ rankCalculatedFinal }: Json) => rankCalculatedFinal === 1)
    return (champion.name ?? `${champion.location} ${champion.nickname}`).trim().replace(/\s+/g, ' ')
  })
}
