import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import EXAMPLE from '../docs/league-file.example.json' with { type: 'json' }
import { createLeagueWithAdmin, postJson } from './accounts.ts'
import {
  openMemberPage,
  openSocial,
  propose,
  readEventsAtOnce,
  showNewItems,
  writePost,
} from './league-social.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test("two members see each other's uploads, pinned posts and deletions without reloading", async ({
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
  const post = (page: Page) => page.getByRole('article').filter({ hasText: 'Draft night' })
  await writePost(ines, 'Draft night is August 28.')
  await post(rowan)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await rowan.keyboard.type('I will be there.')
  await rowan.keyboard.press('Enter')
  await propose(rowan, 'Pizza?', ['Yes', 'No'])
  await showNewItems(ines, '1 new item')

  await rowan.getByRole('tab', { name: 'Media' }).click()
  await rowan.getByLabel(/Choose images and videos/).setInputFiles([
    { name: 'fine.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
  ])
  await rowan.getByRole('button', { name: 'Share 2 files' }).click()
  await expect(rowan.getByText('Only images and videos can be uploaded.')).toBeVisible()
  await showNewItems(ines, '1 new item')
  await ines.getByRole('button', { name: /^Open image/ }).click()
  const image = ines.getByRole('dialog').getByRole('img')
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
  await ines.keyboard.press('Escape')
  const picture = (page: Page) => page.getByRole('article', { name: /^Image by/ })
  await picture(ines).getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(picture(rowan).getByRole('button', { name: 'Like, 1 like' })).toBeVisible()
  await picture(ines)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await ines.keyboard.type('What a catch.')
  await ines.keyboard.press('Enter')
  await expect(picture(rowan).getByText('What a catch.')).toBeVisible()
  await expect(picture(rowan).getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()

  await post(ines)
    .getByRole('button', { name: /^Pin post/ })
    .click()
  await expect(ines.getByRole('article').first()).toContainText('Draft night')
  await expect(post(rowan)).toContainText('Pinned')
  await post(ines)
    .getByRole('button', { name: /^Delete comment/ })
    .first()
    .click()
  await ines.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rowan.getByText('I will be there.')).toBeHidden()
  await rowan
    .getByRole('article')
    .filter({ hasText: 'Pizza?' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await rowan.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(ines.getByText('Pizza?')).toBeHidden()

  for (const page of [ines, rowan]) expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
  await rowan.close()
})

test('a member sees the pictures of a new post without reloading, and comments on one', async ({
  page: ines,
  testApp,
  browser,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const rowan = await openMemberPage(browser, testApp, league)
  for (const page of [ines, rowan]) await openSocial(page, testApp.baseUrl, league.name)
  await expect(rowan.getByText('Nothing here yet.')).toBeVisible()

  const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PIXEL }))
  await ines.getByLabel('Your post').click()
  await ines.getByLabel('Add photos or videos').setInputFiles(files)
  await ines.getByLabel('Caption of two.png').fill('The catch')
  await ines.getByLabel('Description of two.png').fill('A one-handed catch')
  await ines.getByRole('button', { name: 'Post', exact: true }).click()
  await rowan.getByRole('button', { name: 'Open image 2 of 2: A one-handed catch' }).click()
  const viewer = rowan.getByRole('dialog', { name: 'Images and videos' })
  const image = viewer.getByRole('img', { name: 'A one-handed catch' })
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
  await expect(viewer.getByText('The catch')).toBeVisible()
  await viewer.getByRole('button', { name: /^Comment/ }).click()
  await rowan.keyboard.type('What a day.')
  await rowan.keyboard.press('Enter')

  await ines.getByRole('button', { name: /^Open image 2 of 2/ }).click()
  await expect(ines.getByRole('dialog').getByText('What a day.')).toBeVisible()
  await ines
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete upload/ })
    .click()
  await ines.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(viewer).toBeHidden()
  await expect(rowan.getByRole('button', { name: 'Open image', exact: true })).toBeVisible()
  await rowan.close()
})

test('two members see edits of comments on an upload and a trade, and reactions to them, without reloading', async ({
  page: ines,
  testApp,
  browser,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  await uploadTrade(ines.request, testApp, league.name)
  const rowan = await openMemberPage(browser, testApp, league)
  for (const page of [ines, rowan]) {
    await openSocial(page, testApp.baseUrl, league.name)
    await expect(page.getByText('Nothing here yet.')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  }
  await ines.getByRole('tab', { name: 'Media' }).click()
  await ines
    .getByLabel(/Choose images and videos/)
    .setInputFiles([{ name: 'one.png', mimeType: 'image/png', buffer: PIXEL }])
  await ines.getByRole('button', { name: 'Share', exact: true }).click()
  const picture = (page: Page) => page.getByRole('article', { name: /^Image by/ })
  await picture(ines)
    .getByRole('button', { name: /^Comment/ })
    .click()
  await editAndReact(picture(ines), picture(rowan))

  for (const page of [ines, rowan]) {
    await page.getByText('Transactions', { exact: true }).click()
    await page.getByRole('link', { name: 'Who won?' }).click()
    await expect(page.getByText('No comments yet.')).toBeVisible()
  }
  await editAndReact(ines.getByRole('main'), rowan.getByRole('main'))
  for (const page of [ines, rowan]) expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true)
  await rowan.close()
})

test('new posts do not move the post that is being read', async ({ page: ines, testApp, browser }) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const rowan = await openMemberPage(browser, testApp, league)
  const createPost = (content: string) =>
    postJson(ines.request, testApp, `/api/league/${league.name}/social/posts/`, { content })
  for (let count = 1; count <= 12; count += 1) await createPost(`Story ${count}. ${'And so on. '.repeat(40)}`)
  await openSocial(rowan, testApp.baseUrl, league.name)
  const currentPost = rowan.getByRole('article').filter({ hasText: 'Story 3.' })
  await currentPost.scrollIntoViewIfNeeded()
  const before = await topPosition(currentPost)

  await createPost('Something else happened.')
  await createPost('And one more thing.')
  const pill = rowan.getByRole('button', { name: '2 new items' })
  await expect(pill).toBeInViewport()
  await expect(rowan.getByText('Something else happened.')).toHaveCount(0)
  expect(await topPosition(currentPost)).toBe(before)

  await pill.click()
  await expect(rowan.getByRole('article').first()).toContainText('And one more thing.')
  await expect(rowan.getByRole('article').first()).toBeInViewport()
  await expect(rowan.getByRole('article').nth(1)).toContainText('Something else happened.')
  await expect(pill).toHaveCount(0)
  await rowan.close()
})

/** Stores a past season with a trade. */
async function uploadTrade(request: APIRequestContext, testApp: TestApp, league: string): Promise<void> {
  const moves = [
    { player: 'Theo Lund', position: 'WR', from_team: 1, to_team: 2 },
    { player: 'Marcus Vale', position: 'RB', from_team: 2, to_team: 1 },
  ]
  const trade = { week: 2, kind: 'trade', decided_at: '2014-09-17T09:00:00Z', moves }
  const file = JSON.stringify({
    ...EXAMPLE,
    seasons: EXAMPLE.seasons.map((season) => ({ ...season, transactions: [trade] })),
  })
  const { csrfToken } = await (await request.get(`${testApp.baseUrl}/api/csrf/`)).json()
  const response = await request.post(
    `${testApp.baseUrl}/api/league/${encodeURIComponent(league)}/seasons/upload/`,
    {
      multipart: { files: { name: 'league.json', mimeType: 'application/json', buffer: Buffer.from(file) } },
      headers: { 'X-CSRFToken': csrfToken },
    },
  )
  expect(response.status(), await response.text()).toBe(200)
}

/** One member comments and corrects the comment with the keyboard, and the other one reacts to it. */
async function editAndReact(writer: Locator, reader: Locator): Promise<void> {
  await writer.getByLabel('Your comment').fill('What a cach.')
  await writer.getByLabel('Your comment').press('Enter')
  await expect(reader.getByText('What a cach.', { exact: true })).toBeVisible()
  await writer.getByRole('button', { name: /^Edit comment/ }).press('Enter')
  const field = writer.getByLabel('Edit your comment')
  await expect(field).toBeFocused()
  await field.fill('What a catch.')
  await field.press('Control+Enter')
  await expect(reader.getByText('What a catch.', { exact: true })).toBeVisible()
  await expect(reader.getByText('edited', { exact: true })).toBeVisible()
  await reader.getByRole('button', { name: /^React to comment/ }).press('Enter')
  await reader.page().keyboard.press('ArrowRight')
  await reader.page().keyboard.press('Enter')
  await expect(reader.getByRole('button', { name: 'Fire, 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(writer.getByRole('button', { name: 'Fire, 1' })).toHaveAttribute('aria-pressed', 'false')
}

async function topPosition(card: Locator): Promise<number | undefined> {
  return (await card.boundingBox())?.y
}
