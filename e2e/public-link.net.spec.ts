import { expect } from '@playwright/test'
import { PASSWORD, postJson } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { startJourney } from './journey.ts'
import { captureTest as test } from './test-app.ts'

const LEAGUE = 'Sunday Night Lights'
const PHONE = { width: 390, height: 844 }

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('an outsider reads a league on a phone until its admin turns the public link off', async ({
  page: admin,
  browser,
  testApp,
}) => {
  const boss = { username: 'boss', password: PASSWORD, role: 'admin', admin_code: testApp.adminCode }
  await postJson(admin.request, testApp, '/api/register/', boss)
  await postJson(admin.request, testApp, '/api/create-league/', { name: LEAGUE, espn_league_id: 18254195 })
  await postJson(admin.request, testApp, '/api/refresh-espn/', { name: LEAGUE, season: 2025 })
  await admin.goto(`${testApp.baseUrl}/?route=admin`)
  await admin.getByText('Invite Links', { exact: true }).click()
  await admin.getByRole('button', { name: 'Turn on public link' }).click()
  const link = await admin.getByText('/public/').innerText()

  const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const outsider = await phone.newPage()
  const requested: string[] = []
  outsider.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const response = await outsider.goto(link)
  const journey = await startJourney(outsider, 'public link as an outsider')
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  const image = await outsider.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await outsider.request.get(image ?? '')
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])

  await expect(outsider.getByRole('heading', { name: LEAGUE })).toBeVisible()
  await expect(outsider.getByRole('table', { name: /standings/ }).getByRole('row')).not.toHaveCount(1)
  await outsider.getByRole('tab', { name: 'Scoreboard' }).tap()
  await expect(outsider.getByRole('list', { name: 'Games' }).getByRole('listitem').first()).toBeVisible()
  await outsider.getByRole('tab', { name: 'History' }).tap()
  await expect(outsider.getByRole('table', { name: 'Team names' })).toBeVisible()
  await journey.end({ clicks: 2 })
  expect(
    requested.filter((path) => path.startsWith('/api/') && !/^\/api\/(public|images)\//.test(path)),
  ).toEqual([])

  await admin.getByRole('button', { name: 'Turn off public link' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(admin.getByText('The public link is off.')).toBeVisible()
  expect((await outsider.reload())?.status()).toBe(404)
  await expect(outsider.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(outsider.getByText(LEAGUE)).toHaveCount(0)
  await phone.close()
})
