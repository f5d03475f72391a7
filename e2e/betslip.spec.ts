import { expect, type Page } from '@playwright/test'
import { postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, readCapture } from './captures.ts'
import { createSeasonLeague, openTab, type SeasonLeague } from './season-league.ts'
import { type TestApp, captureTest as test, withClockedApp } from './test-app.ts'

const PROVIDER_ID = 18254195
const [SEASON, WEEK] = [2024, 12]
/** The Saturday of that week, before and after 5 PM in Chicago. */
const [BEFORE_CUTOFF, AFTER_CUTOFF] = ['2024-11-23T20:00:00Z', '2024-11-23T23:05:00Z']

// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped
type Json = any

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)
test.use({ timezoneId: 'America/Chicago' })

test('members pick until the cutoff, then an admin settles the week and the ledger shows who paid', async ({
  page: rowan,
  browser,
  captureServerUrl,
}) => {
  const admin = await browser.newPage()
  const name = { first_name: 'Rowan', last_name: 'Sands' }
  await withClockedApp({ ESPN_BASE_URL: captureServerUrl }, BEFORE_CUTOFF, async (app, setTime) => {
    const league = await createBetslipLeague(admin, app)
    const username = uniqueName('rowan')
    await register(rowan.request, app, { username, ...name })
    const team = { league_team_id: lowestScoringTeam(WEEK - 1), username }
    await postJson(admin.request, app, `${league.apiPath}/assign-team/`, team)
    await openTab(rowan, app, league, 'Betslip')
    await savePickByKeyboard(rowan)
    await checkPayout(rowan)
    await addLongShotPick(admin, app, league)
    await expect(rowan.getByRole('row', { name: 'Giants to win' })).toContainText('Over +200')
    await expect(betSlip(rowan)).toContainText(/Legs\s*2 of 12.*Decimal\s*6\.87.*American\s*\+587/s)

    await setTime(AFTER_CUTOFF)
    for (const page of [rowan, admin]) {
      await page.goto(`${app.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'betslip' })}`)
      // The week is locked, so the page opens on the next one.
      await expect(page.getByRole('heading', { name: `Week ${WEEK + 1} pick` })).toBeVisible()
      await page.getByRole('button', { name: 'See how its slip stands' }).click()
    }
    await expect(rowan.getByText('Picks locked Sat, Nov 23, 5:00 PM CST.')).toBeVisible()
    await expect(rowan.getByRole('button', { name: 'Save pick' })).toHaveCount(0)
    await expect(rowan.getByLabel(/^Pick result for/)).toHaveCount(0)

    await settlePicks(admin)
    await expect(betSlip(rowan)).toContainText('Total return: $19.09 (includes the wager).')
    await checkLedger(rowan)
  })
  await admin.close()
})

async function createBetslipLeague(admin: Page, app: TestApp): Promise<SeasonLeague> {
  const league = await createSeasonLeague(admin.request, app, PROVIDER_ID)
  await league.refresh(SEASON)
  await postJson(admin.request, app, `${league.apiPath}/settings/`, { has_betslip: true })
  return league
}

async function savePickByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: `Week ${WEEK} pick` })).toBeVisible()
  await expect(page.getByText('Picks close Sat, Nov 23, 5:00 PM CST.')).toBeVisible()
  await page.getByRole('button', { name: `W${WEEK}`, exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose from the odds' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Your pick')).toBeFocused()
  await page.keyboard.type('Bills -3')
  await expect(page.getByText("Heads up: odds look unusual. We'll still save it.")).toBeVisible()
  await page.keyboard.type(' (-110)')
  await expect(page.getByText('Add the odds at the end, like (-110).')).toBeVisible()
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

async function addLongShotPick(admin: Page, app: TestApp, { apiPath }: SeasonLeague): Promise<void> {
  const response = await admin.request.get(`${app.baseUrl}${apiPath}/bets/`)
  const { owner }: Json = await response.json()
  await postJson(admin.request, app, `${apiPath}/bets/save/`, { owner, text: 'Giants to win (+260)' })
}

async function settlePicks(admin: Page): Promise<void> {
  await admin.getByLabel('Pick result for Rowan Sands').selectOption('Won')
  await expect(betSlip(admin)).toContainText('Total return if every leg wins')
  await admin.getByLabel(/^Pick result for admin/).selectOption('Void')
  await expect(betSlip(admin)).toContainText('Won')
}

async function checkLedger(page: Page): Promise<void> {
  await page.getByRole('heading', { name: `${SEASON} season ledger` }).click()
  const payerItem = page.getByRole('listitem').filter({ hasText: 'Rowan Sands' })
  await expect(payerItem).toContainText(new RegExp(`W${WEEK}.*\\$10\\.00`))
  await expect(page.getByRole('row', { name: new RegExp(`^W${WEEK}`) })).toContainText(
    /Rowan Sands.*\$10\.00.*Won.*\$19\.09/,
  )
  await expect(page.getByRole('table', { name: 'Leaderboard' })).toContainText('Rowan Sands')
  await expect(page.getByText(/Balance\s*\$9\.09/)).toBeVisible()
}

function betSlip(page: Page) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Bet slip' }) })
    .last()
}

/** Returns the id of the lowest-scoring team of a matchup period. */
function lowestScoringTeam(period: number): number {
  const body: Json = readCapture(`league-${PROVIDER_ID}/${SEASON}/combined.json`)
  const sides = body.schedule
    .filter((game: Json) => game.matchupPeriodId === period)
    .flatMap((game: Json) => [game.home, game.away ?? []].flat())
  return sides.toSorted((a: Json, b: Json) => a.totalPoints - b.totalPoints)[0].teamId
}
