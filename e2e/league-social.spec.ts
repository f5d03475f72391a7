import { expect, type Page, type Request } from '@playwright/test'
import { createLeagueWithAdmin } from './accounts.ts'
import {
  openMemberPage,
  openSocial,
  propose,
  readEventsAtOnce,
  showNewItems,
  writePost,
} from './league-social.ts'
import { sharedTest as test } from './test-app.ts'

test("two members see each other's posts, replies and votes without reloading", async ({
  page: ines,
  testApp,
  browser,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const rowan = await openMemberPage(browser, testApp, league)
  await readEventsAtOnce(ines)
  for (const page of [ines, rowan]) {
    await openSocial(page, testApp.baseUrl, league.name)
    await expect(page.getByText('Nothing here yet.')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  }

  await writePost(ines, 'Draft night is August 28.')
  await expect(rowan.getByText('Draft night is August 28.')).toBeVisible()
  const post = (page: Page) => page.getByRole('article').filter({ hasText: 'Draft night' })
  const isFeedRequest = (request: Request) =>
    request.method() === 'GET' && new URL(request.url()).pathname.includes('/social/')
  const feedRequests: string[] = []
  const recordFeedRequest = (request: Request) => {
    if (isFeedRequest(request)) feedRequests.push(request.url())
  }
  ines.on('request', recordFeedRequest)
  await post(rowan).getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(post(ines).getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await post(rowan)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await rowan.keyboard.type('I will be there.')
  await rowan.keyboard.press('Enter')
  await expect(post(ines).getByText('I will be there.')).toBeVisible()
  await expect(post(ines).getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
  await post(ines)
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await ines.keyboard.type('Bring ice.')
  await ines.keyboard.press('Enter')
  const replies = post(rowan).getByRole('list', { name: /^Replies to/ })
  await expect(replies.getByText('Bring ice.')).toBeVisible()

  await propose(rowan, 'Pizza?', ['Yes', 'No'])
  await showNewItems(ines, '1 new item')
  // The like, the comment and the proposal are in the events.
  expect(feedRequests).toEqual([])
  ines.off('request', recordFeedRequest)
  const option = (page: Page) => page.getByRole('button', { name: /^Yes/ })
  await option(ines).click()
  await expect(option(rowan)).toContainText('100 %')
  await expect(option(rowan)).toHaveAttribute('aria-pressed', 'false')
  await expect(rowan.getByRole('button', { name: /^Pin/ })).toHaveCount(0)

  for (const page of [ines, rowan]) expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
  await ines.getByRole('tab', { name: 'Overview' }).click()
  await expect(ines.getByRole('main')).toContainText('Draft night is August 28.')
  await rowan.close()
})
