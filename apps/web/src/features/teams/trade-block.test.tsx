import { expect, it } from 'vitest'
import { errorResponse, fakeServer, type SentRequest } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { TeamTradeBlock, TradeBlockView } from './trade-block.tsx'

const READ = 'GET /api/league/:league/trade-block/'
const SAVE = 'POST /api/league/:league/me/trade-block/'

const rook = { espn_id: 11, player: 'Rook Calloway', position: 'QB', nfl_team: 'KC' }
const ned = { espn_id: 12, player: 'Ned Harlow', position: 'WR', nfl_team: 'CHI' }
const team = (id: number, name: string) => ({ team_id: id, name, logo: null })
const offered = { status: 'offered', note: 'for a back', marked_by: 'manager' } as const
const untouchable = { status: 'untouchable', note: '', marked_by: 'provider' } as const

const bodiesOf = (requests: SentRequest[]) =>
  requests.filter(({ key }) => key === SAVE).map(({ body }) => body)

const BLOCK = {
  updated_at: '2026-10-11T18:00:00.000Z',
  last_error: null,
  provider: 'espn' as const,
  season: 2026,
  is_finished: false,
  my_team_id: 1,
  my_players: [rook, ned],
  teams: [
    { ...team(1, 'Anchors'), players: [{ ...rook, ...offered }] },
    { ...team(2, 'Buoys'), players: [{ ...ned, espn_id: 13, player: 'Ty Barlow', ...untouchable }] },
  ],
}

it('lists what all teams offer, and changes only the own team', async () => {
  const { requests } = fakeServer({
    [READ]: BLOCK,
    [SAVE]: { message: 'Rook Calloway is off the trade block.' },
  })
  const { screen } = await renderWithClient(<TradeBlockView league="Sunday" views={null} />)
  const others = screen.getByRole('list', { name: 'Trade block of Buoys' })
  await expect.element(others).toHaveTextContent('Ty BarlowWR · CHI · Untouchable · On ESPN')
  await expect.element(others.getByRole('button')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove Rook Calloway from the trade block' }).click()
  await expect.poll(() => bodiesOf(requests)).toEqual([{ espn_id: 11, note: null }])
})

it('offers a player with a note, and starts with the note of one who is offered', async () => {
  const { requests } = fakeServer({ [READ]: BLOCK, [SAVE]: { message: 'Ned Harlow is on the trade block.' } })
  const { screen } = await renderWithClient(<TeamTradeBlock league="Sunday" team={1} season={2026} />)
  const player = screen.getByRole('combobox', { name: 'Player' })
  const note = screen.getByLabelText('Note (optional)')
  await player.selectOptions('Rook Calloway, QB')
  await expect.element(note).toHaveValue('for a back')
  await expect.element(screen.getByRole('button', { name: 'Change the note' })).toBeVisible()
  await player.selectOptions('Ned Harlow, WR')
  await expect.element(note).toHaveValue('')
  await note.fill('for a tight end')
  await screen.getByRole('button', { name: 'Offer' }).click()
  await expect.element(screen.getByText('Ned Harlow is on the trade block.')).toBeVisible()
  expect(bodiesOf(requests)).toEqual([{ espn_id: 12, note: 'for a tight end' }])
})

it('shows nothing of a team without offers, and of another season', async () => {
  fakeServer({ [READ]: { ...BLOCK, teams: [] } })
  const { screen } = await renderWithClient(
    <>
      <TeamTradeBlock league="Sunday" team={2} season={null} />
      <TeamTradeBlock league="Sunday" team={1} season={2025} />
      <TeamTradeBlock league="Sunday" team={1} season={null} />
    </>,
  )
  await expect.element(screen.getByRole('button', { name: 'Offer' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Trade block' })).toBeVisible()
})

it('says that it could not be loaded', async () => {
  fakeServer({ [READ]: errorResponse(500, 'internal_error', 'Something went wrong.') })
  const { screen } = await renderWithClient(<TeamTradeBlock league="Sunday" team={1} season={null} />)
  await expect.element(screen.getByText('Failed to load the trade block')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
