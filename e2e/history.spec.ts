import { expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD, postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture, sharedTest as test } from './captures.ts'
import { createSeasonLeague, openTab, type SeasonLeague } from './season-league.ts'
import type { TestApp } from './test-app.ts'

const PROVIDER_ID = 18254195
const [FIRST, LAST] = [2020, 2025]
const REASON = 'Two weeks were never played.'

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

  const table = page.getByRole('region', { name: 'All-time table' })
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

test('lets an admin exclude a season and merge owners, with live updates for members', async ({
  page: admin,
  testApp,
  browser,
}) => {
  const league = await openHistory(admin, testApp, LAST - 1)
  const member = await browser.newPage()
  const username = uniqueName('rowan')
  await register(member.request, testApp, { username })
  await postJson(admin.request, testApp, '/api/assign-user/', {
    username,
    league: league.name,
    role: 'player',
  })
  await openTab(member, testApp, league, 'History')
  await expect(member.getByRole('region', { name: /^League Records/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Admin', exact: true }).click()
  await admin.getByRole('button', { name: `Exclude from records: ${LAST}` }).click()
  await admin.getByLabel(`Why exclude ${LAST} from records?`).fill(REASON)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('button', { name: `Include again: ${LAST}` })).toBeVisible()
  const records = member.getByRole('region', { name: /^League Records/ })
  await expect(records).toContainText(`Excludes ${LAST} (${REASON})`)
  await expect(member.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
  await member.close()

  const owners = admin.getByRole('region', { name: 'All-time table' }).getByRole('rowheader')
  const names = await namesIn(owners)
  const [into = '', alias = ''] = names
  await admin.getByText('Merge owners').click()
  const form = admin.getByRole('form', { name: 'Merge owners' })
  await fillCombobox(form, 'Owner to merge', alias)
  await fillCombobox(form, 'Merge into', into)
  await form.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => namesIn(owners)).not.toContain(alias)
  await expect(owners).toHaveCount(names.length - 1)
  await admin.getByRole('button', { name: `Undo merge of ${alias}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect.poll(() => namesIn(owners)).toEqual(names)
})

/** Creates a league, backfills its seasons from `first` on, and opens its History tab as an admin. */
async function openHistory(page: Page, testApp: TestApp, first: number): Promise<SeasonLeague> {
  const league = await createSeasonLeague(page.request, testApp, PROVIDER_ID)
  const options = { start: first, end: LAST, scrape: false, force: true }
  await postJson(page.request, testApp, `${league.apiPath}/history/backfill-admin/`, {
    password: PASSWORD,
    ...options,
  })
  await openTab(page, testApp, league, 'History')
  return league
}

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

async function fillCombobox(form: Locator, label: string, name: string): Promise<void> {
  await form.getByLabel(label).fill(name)
  await form.getByLabel(label).press('Enter')
  await expect(form.getByLabel(label)).toHaveValue(name)
}

/** Returns the names next to the pictures or initials. */
async function namesIn(headers: Locator): Promise<string[]> {
  const texts = await headers.allInnerTexts()
  return texts.map((text) => text.split('\n').at(-1) ?? '')
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
