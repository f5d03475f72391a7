import { expect, it, vi } from 'vitest'
import { fakeServer, never, refused } from '../../testing/fake-server.ts'
import { aLeague } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { LeaguePicker } from './league-picker.tsx'

it('has a button for each league', async () => {
  fakeServer({ 'GET /api/user-leagues/:username/': { leagues: [aLeague(), aLeague({ name: 'A/B & C?' })] } })
  const onChoose = vi.fn<(league: string) => void>()
  const screen = await show(<LeaguePicker username="dario" onChoose={onChoose} />)
  await expect.element(screen.getByRole('heading', { name: 'Select Your League' })).toBeVisible()
  await screen.getByRole('button', { name: 'A/B & C?' }).click()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('A/B & C?')
})

it('tells that it is loading', async () => {
  fakeServer({ 'GET /api/user-leagues/:username/': never() })
  const screen = await show(<LeaguePicker username="dario" onChoose={vi.fn<(league: string) => void>()} />)
  await expect.element(screen.getByRole('status', { name: 'Loading leagues' })).toBeVisible()
})

it('tells that it failed', async () => {
  fakeServer({ 'GET /api/user-leagues/:username/': refused(403, 'not_allowed', 'You may not see that.') })
  const screen = await show(<LeaguePicker username="dario" onChoose={vi.fn<(league: string) => void>()} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to load leagues')
})

it('lets a person without a league ask for one', async () => {
  const server = fakeServer({
    'GET /api/user-leagues/:username/': { leagues: [] },
    'GET /api/leagues/': { leagues: [{ name: 'Sunday Night Lights' }] },
    'POST /api/request-league/': { message: 'Your request was sent.' },
  })
  const screen = await show(<LeaguePicker username="dario" onChoose={vi.fn<(league: string) => void>()} />)
  const send = screen.getByRole('button', { name: 'Request to Join' })
  await send.click()
  await expect.element(screen.getByText('Your request was sent.')).toBeVisible()
  expect(server.sent.at(-1)?.body).toEqual({ league: null, message: '' })

  await screen.getByLabelText('League (optional)').selectOptions('Sunday Night Lights')
  await screen.getByLabelText('Message (optional)').fill('It is me.')
  await send.click()
  await vi.waitFor(() => {
    expect(server.sent.at(-1)?.body).toEqual({ league: 'Sunday Night Lights', message: 'It is me.' })
  })
})
