import { expect, it } from 'vitest'
import { buildUser } from '../../testing/account-fixtures.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { DeleteAccountSection } from './account-screen.tsx'
import { currentUserQuery } from './session.ts'

const KEY = 'POST /api/account/delete/'

async function renderSection(response: Parameters<typeof fakeServer>[0]) {
  const { requests } = fakeServer(response)
  const { screen, client } = await renderWithClient(<DeleteAccountSection username="rowan" />)
  client.setQueryData(currentUserQuery.queryKey, buildUser({ username: 'rowan' }))
  const sentBodies = () => requests.filter(({ key }) => key === KEY).map(({ body }) => body)
  return { screen, client, sentBodies, button: screen.getByRole('button', { name: 'Delete my account' }) }
}

it('deletes the account once the username is typed, and signs out', async () => {
  const { screen, client, sentBodies, button } = await renderSection({
    [KEY]: { message: 'Your account is deleted.' },
  })
  await expect.element(button).toBeDisabled()
  await screen.getByLabelText('Type “rowan” to confirm').fill('rowa')
  await expect.element(button).toBeDisabled()
  await screen.getByLabelText('Type “rowan” to confirm').fill('rowan')
  await button.click()
  await expect.poll(() => client.getQueryData(currentUserQuery.queryKey)).toEqual({ username: null })
  expect(sentBodies()).toEqual([{ username: 'rowan' }])
})

it('says why the account cannot be deleted', async () => {
  const error = "You're the only admin of Harbour. Make somebody else an admin first."
  const { screen, client, button } = await renderSection({
    [KEY]: errorResponse(409, 'last_league_admin', error),
  })
  await screen.getByLabelText('Type “rowan” to confirm').fill('rowan')
  await button.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(error)
  expect(client.getQueryData(currentUserQuery.queryKey)).toMatchObject({ username: 'rowan' })
})
