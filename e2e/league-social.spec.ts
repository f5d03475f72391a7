import { expect, type Page } from '@playwright/test'
import { freshName, leagueWithAdmin, register } from './people.ts'
import { sharedTest as test } from './product.ts'

/** An image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a league talks: a post, an answer, a vote and a picture', async ({ page, product, browser }) => {
  const league = await leagueWithAdmin(page.request, product)
  const other = await browser.newPage()
  const username = freshName('rowan')
  await register(other.request, product, { username, first_name: 'Rowan', last_name: 'Pike' })
  await league.add(username)

  await openSocial(page, product.address, league.name)
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await page.getByLabel('Your post').fill('Draft night is August 28.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Posted.')).toBeAttached()
  await page.getByRole('tab', { name: 'Proposal' }).click()
  await page.getByLabel('Question').fill('Pizza?')
  await page.getByLabel('Option 1', { exact: true }).fill('Yes')
  await page.getByLabel('Option 2', { exact: true }).fill('No')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByText('Proposed.')).toBeAttached()

  await openSocial(other, product.address, league.name)
  const post = other.getByRole('article', { name: /^Post by/ })
  await post.getByRole('button', { name: 'Like, 0 likes' }).click()
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: /^Comment/ }).click()
  await other.keyboard.type('I will be there.')
  await other.keyboard.press('Enter')
  await expect(post.getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
  await other.getByRole('button', { name: /^Yes/ }).click()
  await expect(other.getByRole('button', { name: /^Yes/ })).toContainText('100 %')
  await expect(other.getByRole('button', { name: /^Pin/ })).toHaveCount(0)

  await page.getByRole('button', { name: /^Pin post/ }).click()
  await expect(page.getByRole('article').first()).toContainText('Pinned')
  await page.getByRole('tab', { name: 'Media' }).click()
  await page.getByLabel(/Choose images and videos/).setInputFiles([
    { name: 'fine.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
  ])
  await page.getByRole('button', { name: 'Share 2 files' }).click()
  await expect(page.getByText('Only images and videos can be uploaded.')).toBeVisible()
  await page.getByRole('button', { name: /^Open image/ }).click()
  const image = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(page.getByText('I will be there.')).toBeVisible()
  await page.getByRole('button', { name: /^Delete comment/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('I will be there.')).toBeHidden()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('main')).toContainText('Draft night is August 28.')
  await other.close()
})

async function openSocial(page: Page, address: string, league: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: league }).click()
  await page.getByRole('tab', { name: 'League Social' }).click()
}
