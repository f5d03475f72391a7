import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture, test } from './captures.ts'
import { createSeasonLeague, openTab, type SeasonLeague } from './season-league.ts'
import { type TestApp, withTestApp } from './test-app.ts'

const PROVIDER_ID = 18254195
const [SEASON, WEEK] = [2024, 12]
/** Saturday of that week, before and after 17:00 in Chicago. */
const [BEFORE_THE_LOCK, AFTER_THE_LOCK] = ['2024-11-23T20:00:00Z', '2024-11-23T23:05:00Z']

// biome-ignore lint/suspicious/noExplicitAny: recorded answers are read as they come
type Json = any

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ timezoneId: 'America/Chicago' })

test('a week of the betslip: picks until the lock, then results, and who paid', async ({
  page: rowan,
  browser,
  capturesAddress,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-betslip-'))
  const at = (now: string) => ({ DATA_DIR: dataDir, ESPN_BASE_URL: capturesAddress, NOW: now })
  const boss = await browser.newPage()
  const name = { first_name: 'Rowan', last_name: 'Sands' }
  try {
    await withTestApp(at(BEFORE_THE_LOCK), async (product) => {
      const league = await createBetslipLeague(boss, product)
      const username = uniqueName('rowan')
      await register(rowan.request, product, { username, ...name })
      const team = { league_team_id: lowestScoringTeam(WEEK - 1), username }
      await postJson(boss.request, product, `${league.path}/assign-team/`, team)
      await openTab(rowan, product, league, 'Betslip')
      await savePickByKeyboard(rowan)
      await checkPayout(rowan)
      await addLongShotPick(boss, product, league)
      await expect(rowan.getByRole('row', { name: 'Giants to win' })).toContainText('Over +200')
      await expect(betSlip(rowan)).toContainText(/Legs\s*2 of 12.*Decimal\s*6\.87.*American\s*\+587/s)
    })
    await withTestApp(at(AFTER_THE_LOCK), async (product) => {
      for (const page of [rowan, boss]) await reopen(page, product)
      await expect(rowan.getByText('Locked since Saturday, November 23 at 5:00 PM CST.')).toBeVisible()
      await expect(rowan.getByRole('button', { name: 'Save pick' })).toHaveCount(0)
      await expect(rowan.getByLabel(/^Result of the pick/)).toHaveCount(0)

      await settlePicks(boss)
      await expect(betSlip(rowan)).toContainText('$19.09 back with the wager.')
      await checkLedger(rowan)
    })
  } finally {
    await boss.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function createBetslipLeague(boss: Page, product: TestApp): Promise<SeasonLeague> {
  const league = await createSeasonLeague(boss.request, product, PROVIDER_ID)
  await league.refresh(SEASON)
  await postJson(boss.request, product, `${league.path}/settings/`, { has_betslip: true })
  return league
}

async function savePickByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: `Week ${WEEK} pick` })).toBeVisible()
  await expect(page.getByText('left until Saturday, November 23 at 5:00 PM CST.')).toBeVisible()
  await page.getByRole('button', { name: `W${WEEK}`, exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Your pick')).toBeFocused()
  await page.keyboard.type('Bills -3')
  await expect(page.getByText("Heads up: odds look unusual. We'll still save it.")).toBeVisible()
  await page.keyboard.type(' (-110)')
  await expect(page.getByText('End it with the odds in parentheses.')).toBeVisible()
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: 'Rowan Sands' })
  await expect(row).toContainText('Bills -3 (-110)')
  await expect(row).toContainText('−110')
}

async function checkPayout(page: Page): Promise<void> {
  await expect(betSlip(page)).toContainText(/Legs\s*1 of 12.*Decimal\s*1\.91.*American\s*−110/s)
  await expect(betSlip(page)).toContainText('$9.09')
  await page.getByRole('button', { name: '+$25' }).click()
  await expect(page.getByLabel('Wager')).toHaveValue('35')
  await expect(betSlip(page)).toContainText('$31.82')
  await page.getByRole('button', { name: 'Reset' }).click()
}

async function addLongShotPick(boss: Page, product: TestApp, { path }: SeasonLeague): Promise<void> {
  const answer = await boss.request.get(`${product.address}${path}/bets/`)
  const { owner }: Json = await answer.json()
  await postJson(boss.request, product, `${path}/bets/save/`, { owner, text: 'Giants to win (+260)' })
}

async function reopen(page: Page, product: TestApp): Promise<void> {
  await page.goto(`${product.address}/?tab=betslip`)
  await page.getByRole('button', { name: /^League-/ }).click()
  await page.getByRole('tab', { name: 'Betslip' }).click()
}

async function settlePicks(boss: Page): Promise<void> {
  await boss.getByLabel('Result of the pick of Rowan Sands').selectOption('Won')
  await expect(betSlip(boss)).toContainText('if every leg wins')
  await boss.getByLabel(/^Result of the pick of admin/).selectOption('Void')
  await expect(betSlip(boss)).toContainText('Won')
}

async function checkLedger(page: Page): Promise<void> {
  await page.getByRole('heading', { name: `Season ledger ${SEASON}` }).click()
  const paid = page.getByRole('listitem').filter({ hasText: 'Rowan Sands' })
  await expect(paid).toContainText(new RegExp(`W${WEEK}.*\\$10\\.00`))
  await expect(page.getByRole('row', { name: `W${WEEK}` })).toContainText(
    /Rowan Sands.*\$10\.00.*Won.*\$19\.09/,
  )
  await expect(page.getByText(/Balance\s*\$9\.09/)).toBeVisible()
}

function betSlip(page: Page) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Bet slip' }) })
    .last()
}

/** The team that scored least in a period. */
function lowestScoringTeam(period: number): number {
  const body: Json = readCapture(`league-${PROVIDER_ID}/${SEASON}/combined.json`)
  const sides = body.schedule
    .filter((game: Json) => game.matchupPeriodId === period)
    .flatMap((game: Json) => [game.home, game.away ?? []].flat())
  return sides.toSorted((a: Json, b: Json) => a.totalPoints - b.totalPoints)[0].teamId
}
