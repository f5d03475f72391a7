import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postForJson, register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

test('a report reaches an admin who hides the post, and the page of a member follows without reloading', async ({
  page: ines,
  testApp,
  browser,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const join = async (name: string) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const username = uniqueName(name.toLowerCase())
    await register(page.request, testApp, { username, first_name: name, last_name: 'Pike' })
    await league.addMember(username)
    return page
  }
  const [rowan, wren] = [await join('Rowan'), await join('Wren')]
  const social = `/api/league/${league.name}/social`
  await postForJson(rowan.request, testApp, `${social}/posts/`, { content: 'Wren has a secret.' })

  const address = `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social' })}`
  const card = (page: Page) => page.getByRole('article', { name: 'Post by Rowan Pike' })
  await wren.goto(address)
  await expect(card(wren)).toContainText('Wren has a secret.')
  await card(wren).getByRole('button', { name: 'More for post by Rowan Pike' }).click()
  await wren.getByRole('button', { name: 'Report' }).click()
  await wren.getByRole('radio', { name: 'Private information' }).check()
  await wren.getByLabel('Note (optional)').fill('Please remove it')
  await wren.getByRole('button', { name: 'Send report' }).click()
  await expect(wren.getByRole('dialog')).toContainText('Reported to the league admins.')
  await expect(wren.getByRole('button', { name: 'Withdraw report' })).toBeVisible()
  await wren.keyboard.press('Escape')

  await ines.goto(`${testApp.baseUrl}/?${new URLSearchParams({ route: 'admin', league: league.name })}`)
  await ines.getByRole('link', { name: '1 report' }).click()
  const reported = ines.getByRole('listitem', { name: 'Reported post by Rowan Pike' })
  await expect(reported).toContainText('Wren Pike: Private information. “Please remove it”')
  await reported.getByRole('button', { name: 'Hide post by Rowan Pike' }).click()
  await ines.getByLabel('Reason').fill('Too personal')
  await ines.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).click()

  await expect(card(wren)).toContainText('Hidden by a league admin: Too personal')
  await expect(card(wren)).not.toContainText('secret')
  await rowan.goto(address)
  await expect(rowan.getByText('Hidden from members: Too personal')).toBeVisible()
  await expect(card(rowan)).toContainText('Wren has a secret.')

  await ines.getByRole('radio', { name: 'Decided' }).check()
  await reported.getByRole('button', { name: 'Show post by Rowan Pike again' }).click()
  await expect(card(wren)).toContainText('Wren has a secret.')

  await card(wren).getByRole('button', { name: 'More for post by Rowan Pike' }).click()
  await wren.getByRole('button', { name: 'Mute Rowan Pike' }).click()
  await expect(card(wren)).toContainText('Muted: Rowan Pike')
  await expect(card(wren)).not.toContainText('secret')
  await wren.goto(`${testApp.baseUrl}/?route=account`)
  await wren.getByRole('button', { name: `Unmute Rowan Pike in ${league.name}` }).click()
  await expect(wren.getByText("You haven't muted anyone.")).toBeVisible()
  await rowan.context().close()
  await wren.context().close()
})
